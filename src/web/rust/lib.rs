//! The library as a WebAssembly module, for `package/worker.js`.
//!
//! A function gets the place and length of its input, which lies where [`allocate`] reserved memory, and replies with
//! a JSON object, before it returns, by calling a function of JavaScript. The module has one
//! solver. Requests are those of `cubesolve serve`, which `openapi.json` describes.

use cubesolve::Solver;
use cubesolve::api::{Api, Client, LineSender, Reply};
use cubesolve::table::{Directory, Spec, Table, TableError};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{panic, ptr};

#[link(wasm_import_module = "cubesolve")]
unsafe extern "C" {
    /// Takes the reply.
    fn reply(text: *const u8, length: usize);
    /// Takes a line of an answer, or the progress of a table. Returns 1 to stop what is running, otherwise 0.
    fn line(text: *const u8, length: usize) -> u32;
    /// Takes the next bytes of a table's file.
    fn keep(bytes: *const u8, length: usize);
    /// Puts the next bytes of the file that is opened, at most this many. Returns their number, -1 if that fails.
    fn read(bytes: *mut u8, length: usize) -> i32;
    /// Takes the message of a panic, after which nothing of the module may be called.
    fn panicked(text: *const u8, length: usize);
}

static API: Mutex<Option<Api>> = Mutex::new(None);

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
        let directory = Directory::at("memory");
        let solver = Solver::with_directory(directory.clone()).threads(threads);
        let solver = match name {
            "" => solver.generate_up_to(0),
            name => solver.named(spec(name)?),
        };
        *lock(&API) = Some(Api { solver, directory });
        Ok(json!({}))
    }));
}

/// What the workers of other threads do. Never returns.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn work() -> ! {
    cubesolve::run_jobs()
}

/// Uses the table whose file, of this length, JavaScript reads. Replies with its name.
#[unsafe(no_mangle)]
pub extern "C" fn open(length: usize) {
    let table = Table::read(&mut Opened, length as u64).map_err(|error| error.to_string());
    send(table.map(provide));
}

/// Generates the table with this name and uses it. Replies with its name.
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
                let event = json!({
                    "event": "generating", "line": 1, "table": spec.name(), "done": done.min(1.0),
                });
                send_line(event.to_string().as_bytes(), &stop);
            }
        };
        match Table::generate(spec, &stop, &on_progress) {
            Ok(table) => Ok(provide(table)),
            Err(TableError::Interrupted) => Ok(json!({"stopped": true})),
            Err(error) => Err(error.to_string()),
        }
    }));
}

/// Has the bytes of a file kept, from which the table with this name is opened later. It is in use.
///
/// # Safety
/// See [`create`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(name: *mut u8, length: usize) {
    // SAFETY: as above.
    let name = unsafe { input(name, length) };
    send(text(&name).and_then(spec).and_then(|spec| {
        let table = api().solver.table(spec.metric());
        let table = table.ok_or("the table is not in use")?;
        table.write(&mut Kept).map_err(|error| error.to_string())?;
        Ok(json!({}))
    }));
}

/// Answers a request: an object with its `path`, and with its `body` if it has one. Replies with an object, after
/// the lines of an answer that has some.
///
/// # Safety
/// See [`create`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn respond(request: *mut u8, length: usize) {
    // SAFETY: as above.
    let request = unsafe { input(request, length) };
    send(answer(&request));
}

fn answer(request: &[u8]) -> Result<Value, String> {
    let request: Value = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let path = request["path"].as_str().unwrap_or_default();
    let reply = match &request["body"] {
        Value::Null => api().get(path).map(Reply::Object),
        body => api().post(path, body.to_string().as_bytes(), true),
    };
    match reply.map_err(|refusal| refusal.to_string())? {
        Reply::Object(object) => Ok(object),
        Reply::Lines(work) => {
            work(&LineSender::new(&Worker::default()));
            Ok(json!({}))
        }
    }
}

/// Hands the lines of an answer to JavaScript.
#[derive(Default)]
struct Worker {
    stop: AtomicBool,
}

impl Client for Worker {
    fn event(&self, line: Vec<u8>) {
        send_line(&line, &self.stop);
    }

    fn answer(&self, line: Vec<u8>) {
        send_line(&line, &self.stop);
    }

    fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }
}

/// Uses a table, and replies with its name.
fn provide(table: Table) -> Value {
    let name = table.spec().name();
    api().solver.provide(table);
    json!({"table": name})
}

fn spec(name: &str) -> Result<&'static Spec, String> {
    Spec::named(name).map_err(|error| format!("table: {error}"))
}

/// The file that JavaScript reads.
struct Opened;

impl Read for Opened {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the bytes are valid until the function returns.
        let number = unsafe { read(bytes.as_mut_ptr(), bytes.len()) };
        usize::try_from(number).map_err(io::Error::other)
    }
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

/// Hands a line to JavaScript, which may stop what is running.
fn send_line(text: &[u8], stop: &AtomicBool) {
    // SAFETY: the text is valid until the function returns.
    if unsafe { line(text.as_ptr(), text.len()) } == 1 {
        stop.store(true, Ordering::Relaxed);
    }
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

fn api() -> Api {
    lock(&API).clone().expect("it was created")
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
