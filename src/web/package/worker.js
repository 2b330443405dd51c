// The worker of a solver: the WebAssembly module, and where tables are kept.

const node = typeof process === "object" && process.versions?.node !== undefined;
const { parentPort, workerData } = node ? await import("node:worker_threads") : {};
const fs = node ? await import("node:fs") : undefined;
const post = (message) => (node ? parentPort.postMessage(message) : self.postMessage(message));

let memory, exports, directory, named, flag, current, reply, panic, file;
const text = (start, length) => new TextDecoder().decode(bytes(start, length).slice());
const bytes = (start, length) => new Uint8Array(memory.buffer, start >>> 0, length);

/** What becomes of a line in this request: undefined if it is not shown. */
const unchanged = (line) => line;
let shown = unchanged;

const cubesolve = {
    now: () => performance.now(),
    random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
    reply: (start, length) => (reply = JSON.parse(text(start, length))),
    line(start, length) {
        const id = flag ? Atomics.load(flag, 1) : current;
        const line = shown(JSON.parse(text(start, length)));
        if (line !== undefined) post({ id, line });
        return Number(flag !== undefined && Atomics.load(flag, 0) >= id);
    },
    // a copy: not everything that writes bytes takes those of shared memory
    keep: (start, length) => file.write(bytes(start, length).slice()),
    read(start, length) {
        try {
            const next = file.read(Math.min(length, CHUNK_BYTES));
            bytes(start, next.length).set(next);
            return next.length;
        } catch {
            return -1;
        }
    },
    panicked: (start, length) => post({ panic: (panic = text(start, length)) }),
};

async function compile(file) {
    const source = node ? fs.readFileSync(new URL(file)) : await (await fetch(file)).arrayBuffer();
    return WebAssembly.compile(source);
}

/** Starts the module for one thread, or the first of several threads. What the others need is returned. */
async function load(file, workers) {
    const module = await compile(file);
    if (workers > 0) memory = new WebAssembly.Memory({ initial: 256, maximum: 65536, shared: true });
    ({ exports } = await WebAssembly.instantiate(module, { cubesolve, env: { memory } }));
    memory ??= exports.memory;
    const reserve = (length) => (exports.allocate(length + 16) + 15) & ~15;
    return Array.from({ length: workers }, () => {
        const [local, stack] = [reserve(exports.__tls_size?.value), reserve(STACK_BYTES)];
        return { module, memory, local, stack: stack + STACK_BYTES };
    });
}

const STACK_BYTES = 1 << 20;

/** Joins the first thread as one of the others. */
async function join(other) {
    ({ memory, flag } = other);
    ({ exports } = await WebAssembly.instantiate(other.module, { cubesolve, env: { memory } }));
    exports.__stack_pointer.value = other.stack;
    exports.__wasm_init_tls(other.local);
    post({ joined: true });
    exports.work();
}

/** Calls a function of the module with a text, and returns its reply. */
function call(name, input, ...more) {
    const encoded = new TextEncoder().encode(input);
    const start = exports.allocate(encoded.length);
    bytes(start, encoded.length).set(encoded);
    return replyOf(() => exports[name](start, encoded.length, ...more));
}

function replyOf(called) {
    try {
        called();
    } catch (error) {
        throw new Error(panic ?? String(error));
    }
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
}

/** Where tables are kept: in a directory of Node.js, or in the browser's Origin Private File System. */
const store = node
    ? {
          files: () => (fs.existsSync(directory ?? "") ? fs.readdirSync(directory) : []),
          size: (file) => fs.statSync(`${directory}/${file}`).size,
          open(file) {
              const number = fs.openSync(`${directory}/${file}`);
              const buffer = new Uint8Array(CHUNK_BYTES);
              return {
                  read: (length) => buffer.subarray(0, fs.readSync(number, buffer, 0, length)),
                  close: () => fs.closeSync(number),
              };
          },
          create(file) {
              fs.mkdirSync(directory, { recursive: true });
              const partial = `${directory}/.${file}.${process.pid}.${current}.partial`;
              const number = fs.openSync(partial, "w");
              return {
                  write: (bytes) => fs.writeSync(number, bytes),
                  close(isComplete) {
                      fs.closeSync(number);
                      isComplete ? fs.renameSync(partial, `${directory}/${file}`) : fs.rmSync(partial);
                  },
              };
          },
      }
    : {
          root: () => navigator.storage.getDirectory(),
          async files() {
              const files = [];
              for await (const file of (await store.root()).keys()) files.push(file);
              return files;
          },
          content: async (file) => (await (await store.root()).getFileHandle(file)).getFile(),
          size: async (file) => (await store.content(file)).size,
          async open(file) {
              const content = await store.content(file);
              let end = 0;
              return {
                  read(length) {
                      const next = content.slice(end, end + length);
                      end += next.size;
                      return new Uint8Array(new FileReaderSync().readAsArrayBuffer(next));
                  },
                  close: () => undefined,
              };
          },
          async create(file) {
              const handle = await (await store.root()).getFileHandle(file, { create: true });
              const access = await handle.createSyncAccessHandle();
              access.truncate(0);
              let end = 0;
              return {
                  write: (bytes) => (end += access.write(bytes, { at: end })),
                  close(isComplete) {
                      if (!isComplete) access.truncate(0);
                      access.close();
                  },
              };
          },
      };

/** The tables that are kept, by name, with their sizes; a file without bytes is of a generation that was stopped. */
async function kept() {
    const files = (await store.files()).filter((file) => file.endsWith(".table"));
    const sized = await Promise.all(files.map(async (file) => ({ name: file.slice(0, -6), size: await store.size(file) })));
    return sized.filter(({ size }) => size > 0);
}

/** Those for the metric of a table, largest first; if one was named, only that. */
async function keptFor(name) {
    const metric = (table) => table.split("-")[1] ?? "";
    const isRight = (table) => (named ? table.name === name : metric(table.name) === metric(name));
    return (await kept()).filter(isRight).sort((a, b) => b.size - a.size);
}

/** Has the module use a table that is kept. */
async function open({ name, size }) {
    file = await store.open(`${name}.table`);
    try {
        return replyOf(() => exports.open(size));
    } finally {
        file.close();
        file = undefined;
    }
}

/** Bytes of a file that are read at once. */
const CHUNK_BYTES = 1 << 20;

/** The module's memory ends here. */
const MEMORY_BYTES = 2 ** 32;

/** It has no longer array. */
const TABLE_BYTES = 2 ** 31;

/** What searches need beside tables. */
const SEARCH_BYTES = 2 ** 28;

/** Uses a table that is kept, if there is one for the metric of a table. */
async function openKept(name) {
    // none, as in a private window
    const tables = await keptFor(name).catch(() => []);
    const free = MEMORY_BYTES - SEARCH_BYTES - memory.buffer.byteLength;
    for (const table of tables.filter(({ size }) => size < Math.min(free, TABLE_BYTES))) {
        try {
            return await open(table);
        } catch (error) {
            if (panic !== undefined) throw error; // otherwise it is damaged, and replaced
        }
    }
    return undefined;
}

/** Generates a table, and keeps it where that is possible. */
async function generate(name) {
    const result = call("generate", name);
    if (result.stopped) return result;
    if (node && directory === undefined) return result;
    let isComplete = false;
    try {
        file = await store.create(`${name}.table`);
        call("write", name);
        isComplete = true;
    } catch (error) {
        if (node || panic !== undefined) throw error; // otherwise it is in memory only
    } finally {
        file?.close(isComplete);
        file = undefined;
    }
    return result;
}

/** Has the module use a table: a kept one, or one that it generates. */
async function provide(name, beforeGeneration) {
    let result = await openKept(name);
    if (result === undefined) {
        beforeGeneration?.();
        result = await generate(name);
    }
    if (result.table !== undefined) post({ table: result.table });
    return result;
}

/** Solves, and before that provides the table that is missing. */
async function solve(body) {
    const request = JSON.stringify({ path: "/solve", body: { ...body, progress: true } });
    let missing;
    shown = (line) => ((missing = line.missing) === undefined ? line : undefined);
    call("respond", request);
    if (missing === undefined) return {};
    const { stopped } = await provide(missing, () => showQuick(body));
    shown = unchanged;
    return stopped ? { stopped } : call("respond", request);
}

/** Finds a short solution, which somebody who waits for a table may use. */
function showQuick(body) {
    const isFound = ({ solution }) => solution !== null;
    shown = (line) => (isFound(line) ? { event: "short", line: 1, solution: line.solution, length: line.length } : undefined);
    try {
        const quick = { ...body, fast: true, timeout: null, progress: false };
        call("respond", JSON.stringify({ path: "/solve", body: quick }));
    } catch (error) {
        if (panic !== undefined) throw error; // otherwise there is none with these options
    }
    shown = unchanged;
}

const requests = {
    load: ({ file, workers }) => load(file, workers),
    // none, as in a private window
    kept: async () => (await kept().catch(() => [])).map(({ name }) => name),
    async create(request) {
        ({ directory, table: named } = request);
        call("create", named ?? "", request.threads, request.workers);
        return named === undefined ? {} : provide(named);
    },
    async respond({ path, body }) {
        if (path === "/solve") return solve(body);
        if (path !== "/tables" || !body) return call("respond", JSON.stringify({ path, body }));
        const result = await generate(body.table);
        if (result.stopped) return result;
        post({ table: result.table });
        post({ id: current, line: { table: result.table, done: 1, error: null } });
        return result;
    },
};

let last = Promise.resolve();
function receive(message) {
    if (message.module) return join(message);
    last = last.then(async () => {
        current = message.id;
        shown = unchanged;
        flag ??= message.flag;
        if (flag) Atomics.store(flag, 1, current);
        try {
            post({ id: current, result: await requests[message.name](message) });
        } catch (error) {
            post({ id: message.id, error: error.message });
        }
    });
}
if (node) parentPort.on("message", receive);
else self.onmessage = ({ data }) => receive(data);
