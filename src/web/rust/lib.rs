//! The library as a WebAssembly module, for `package/worker.js`.
//!
//! A function gets the place and length of its input, which lies where [`allocate`] reserved memory, and replies with
//! a JSON object, before it returns, by calling a function of JavaScript. The module has one solver.

use cubesolve::notation::{Format, Reading, is_comment};
use cubesolve::table::{Directory, Spec, Table};
use cubesolve::{
    Answer, Limits, Progress, Puzzle, Query, Record, SolveError, Solver, TableError, seconds,
};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{panic, ptr};

#[link(wasm_import_module = "cubesolve")]
unsafe extern "C" {
    /// Takes the reply.
    fn reply(text: *const u8, length: usize);
    /// Takes a report of progress. Returns 1 to stop what is running, otherwise 0.
    fn progress(text: *const u8, length: usize) -> u32;
    /// Takes the next bytes of a table's file.
    fn keep(bytes: *const u8, length: usize);
    /// Takes the message of a panic, after which nothing of the module may be called.
    fn panicked(text: *const u8, length: usize);
}

static SOLVER: Mutex<Option<Solver>> = Mutex::new(None);

/// Reserves memory for the input of the next call, which releases it.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Makes the solver with this number of threads, with the table of this name only unless it is empty. Other workers,
/// at least two for each thread but the first, run [`work`].
///
/// # Safety
/// The input is that of the last [`allocate`], here and below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn create(
    name: *mut u8,
    length: usize,
    threads: usize,
    #[cfg(target_feature = "atomics")] workers: usize,
) {
    #[cfg(target_feature = "atomics")]
    cubesolve::set_workers(threads, workers);
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the text is valid until the function returns.
        unsafe { panicked(text.as_ptr(), text.len()) }
    }));
    // SAFETY: as above.
    let name = unsafe { input(name, length) };
    send(text(&name).and_then(|name| {
        let solver = Solver::with_directory(Directory::at("memory")).threads(threads);
        let solver = match name {
            "" => solver.generate_up_to(0),
            name => solver.named(spec(name)?),
        };
        *this_solver() = Some(solver);
        Ok(json!({}))
    }));
}

/// What the workers of other threads do. Never returns.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn work() -> ! {
    cubesolve::run_jobs()
}

/// Uses the table with these bytes of a file. Replies with its name.
///
/// # Safety
/// See [`create`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open(bytes: *mut u8, length: usize) {
    // SAFETY: as above.
    let bytes = unsafe { input(bytes, length) };
    let table = Table::from_bytes(&bytes).map_err(|error| error.to_string());
    send(table.map(provide));
}

/// Generates the table with this name, uses it, and has the bytes of its file kept.
///
/// # Safety
/// See [`create`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn generate(name: *mut u8, length: usize) {
    // SAFETY: as above.
    let name = unsafe { input(name, length) };
    send(text(&name).and_then(spec).and_then(|spec| {
        let (stop, reported) = (AtomicBool::new(false), Mutex::new(-1.0));
        let on_progress = |done: f64| {
            let mut reported = lock(&reported);
            if done - *reported >= 0.002 {
                *reported = done;
                let is_stopped = report(&json!({"table": spec.name(), "done": done.min(1.0)}));
                stop.store(is_stopped, Ordering::Relaxed);
            }
        };
        match Table::generate(spec, &stop, &on_progress) {
            Ok(table) => {
                table.write(&mut Kept).map_err(|error| error.to_string())?;
                Ok(provide(table))
            }
            Err(TableError::Interrupted) => Ok(json!({"stopped": true})),
            Err(error) => Err(error.to_string()),
        }
    }));
}

/// Solves a cube: an object with `cube`, `format`, `timeout` and the fields of a query. Replies with the `answer`, or
/// with the name of the table that has to be opened or generated first as `missing`.
///
/// # Safety
/// See [`create`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solve(request: *mut u8, length: usize) {
    // SAFETY: as above.
    let request = unsafe { input(request, length) };
    send(text(&request).and_then(answer));
}

fn answer(request: &str) -> Result<Value, String> {
    let mut fields: Map<String, Value> =
        serde_json::from_str(request).map_err(|error| error.to_string())?;
    let cube = fields.remove("cube").unwrap_or_default();
    let cube = cube
        .as_str()
        .ok_or("expected a text for the cube")?
        .to_owned();
    let format = match fields.remove("format").unwrap_or_default() {
        Value::Null => None,
        format => {
            let format = format.as_str().unwrap_or_default().parse::<Format>();
            Some(format.map_err(|error| format!("format: {error}"))?)
        }
    };
    let timeout = match fields.remove("timeout").unwrap_or_default() {
        Value::Null => None,
        number => {
            let timeout = seconds(number.as_f64().unwrap_or(f64::NAN));
            Some(timeout.map_err(|problem| format!("timeout: {problem}"))?)
        }
    };
    // one that is wrong is refused with the query
    let puzzle = fields
        .get("puzzle")
        .cloned()
        .map(serde_json::from_value::<Puzzle>);
    let puzzle = puzzle.and_then(Result::ok).unwrap_or_default();
    let query = Query::from_fields(fields)?;
    if is_comment(&cube) {
        return Err("expected a cube, found a comment".to_owned());
    }
    let reading = Reading::new(&cube, format, puzzle).map_err(|error| error.to_string())?;
    let stop = AtomicBool::new(false);
    let on_progress = |progress: &Progress| {
        let is_stopped = report(&json!({
            "depth": progress.depth,
            "done": progress.done,
            "lower_bound": progress.lower_bound,
            "best": progress.best.map(ToString::to_string),
            "nodes": progress.nodes,
            "probes": progress.probes,
            "seconds_left": progress.time_left.map(|time| time.as_secs_f64()),
        }));
        if is_stopped {
            stop.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    };
    let limits = Limits::default().timeout(timeout).stop(&stop);
    let limits = limits.on_progress(&on_progress);
    let solver = this_solver().clone().expect("it was created");
    match solver.query(&reading.position, &query, &limits) {
        Ok(answer) => Ok(json!({"answer": record(&cube, &reading, &query, &answer)})),
        Err(SolveError::Table(TableError::NotInstalled { name, .. })) => {
            Ok(json!({"missing": name}))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The answer with the fields that the command line prints.
fn record(cube: &str, reading: &Reading, query: &Query, answer: &Answer) -> Value {
    let (text, problem) = (Ok(cube.to_owned()), answer.problem(query));
    let record = Record::new(1, &text, Some(reading), query, answer, problem.as_deref());
    serde_json::to_value(record).expect("text and numbers can be written")
}

/// Uses a table, and replies with its name.
fn provide(table: Table) -> Value {
    let name = table.spec().name();
    let solver = this_solver().clone().expect("it was created");
    solver.provide(table);
    json!({"table": name})
}

fn spec(name: &str) -> Result<&'static Spec, String> {
    Spec::named(name).map_err(|error| format!("table: {error}"))
}

/// Hands the bytes of a table's file to JavaScript.
struct Kept;

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: the bytes are valid until the function returns.
        unsafe { keep(bytes.as_ptr(), bytes.len()) };
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reports progress. Returns whether to stop.
fn report(event: &Value) -> bool {
    let text = event.to_string();
    // SAFETY: the text is valid until the function returns.
    unsafe { progress(text.as_ptr(), text.len()) == 1 }
}

/// Replies with a result, an error as `error`.
fn send(result: Result<Value, String>) {
    let text = result
        .unwrap_or_else(|error| json!({"error": error}))
        .to_string();
    // SAFETY: the text is valid until the function returns.
    unsafe { reply(text.as_ptr(), text.len()) }
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    str::from_utf8(bytes).map_err(|error| error.to_string())
}

fn this_solver() -> MutexGuard<'static, Option<Solver>> {
    lock(&SOLVER)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes over the input of a call.
///
/// # Safety
/// It is that of the last [`allocate`].
unsafe fn input(bytes: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: it was reserved by `allocate` as a boxed slice of this length.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(bytes, length)) }
}
