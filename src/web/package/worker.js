// The worker of a solver: the WebAssembly module, and where tables are kept.

const node = typeof process === "object" && process.versions?.node !== undefined;
const { parentPort, workerData } = node ? await import("node:worker_threads") : {};
const fs = node ? await import("node:fs") : undefined;
const post = (message) => (node ? parentPort.postMessage(message) : self.postMessage(message));

let memory, exports, directory, flag, current, reply, panic, kept;
const text = (start, length) => new TextDecoder().decode(bytes(start, length).slice());
const bytes = (start, length) => new Uint8Array(memory.buffer, start, length);
const cubesolve = {
    now: () => performance.now(),
    random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
    reply: (start, length) => (reply = JSON.parse(text(start, length))),
    progress(start, length) {
        const id = flag ? Atomics.load(flag, 1) : current;
        post({ id, progress: JSON.parse(text(start, length)) });
        return Number(flag !== undefined && Atomics.load(flag, 0) >= id);
    },
    // a copy: not everything that writes bytes takes those of shared memory
    keep: (start, length) => kept?.write(bytes(start, length).slice()),
    panicked: (start, length) => post({ panic: (panic = text(start, length)) }),
};

async function compile(name) {
    const file = new URL(`./${name}.wasm`, import.meta.url);
    const source = node ? fs.readFileSync(file) : await (await fetch(file)).arrayBuffer();
    return WebAssembly.compile(source);
}

/** Starts the module for one thread, or the first of several threads. What the others need is returned. */
async function load(workers) {
    const module = await compile(workers > 0 ? "cubesolve-threads" : "cubesolve");
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

/** Calls a function of the module with a text or bytes, and returns its reply. */
function call(name, input, ...more) {
    const encoded = typeof input === "string" ? new TextEncoder().encode(input) : input;
    const start = exports.allocate(encoded.length);
    bytes(start, encoded.length).set(encoded);
    try {
        exports[name](start, encoded.length, ...more);
    } catch (error) {
        throw new Error(panic ?? String(error));
    }
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
}

/** The place of a table's file: in a directory of Node.js, or in the browser's Origin Private File System. */
async function place(name) {
    if (node) {
        const path = directory === undefined ? undefined : `${directory}/${name}.table`;
        if (path === undefined) return undefined;
        const partial = `${directory}/.${name}.${process.pid}.${current}.partial`;
        return {
            read: () => (fs.existsSync(path) ? fs.readFileSync(path) : undefined),
            open() {
                fs.mkdirSync(directory, { recursive: true });
                const file = fs.openSync(partial, "w");
                return {
                    write: (bytes) => fs.writeSync(file, bytes),
                    close(complete) {
                        fs.closeSync(file);
                        complete ? fs.renameSync(partial, path) : fs.rmSync(partial);
                    },
                };
            },
        };
    }
    try {
        const root = await navigator.storage.getDirectory();
        const file = await root.getFileHandle(`${name}.table`, { create: true });
        return {
            async read() {
                const content = new Uint8Array(await (await file.getFile()).arrayBuffer());
                return content.length > 0 ? content : undefined;
            },
            async open() {
                const access = await file.createSyncAccessHandle();
                access.truncate(0);
                let end = 0;
                return {
                    write: (bytes) => (end += access.write(bytes, { at: end })),
                    close(complete) {
                        if (!complete) access.truncate(0);
                        access.close();
                    },
                };
            },
        };
    } catch {
        return undefined; // as in a private window: the table is kept in memory
    }
}

/** Has the module use a table: a kept one, or one that it generates. */
async function provide(name) {
    const where = await place(name);
    const content = await where?.read();
    if (content !== undefined) {
        try {
            return call("open", content);
        } catch (error) {
            if (panic !== undefined) throw error; // otherwise it is damaged, and replaced
        }
    }
    let complete = false;
    kept = await where?.open();
    try {
        const result = call("generate", name);
        complete = result.table !== undefined;
        return result;
    } finally {
        kept?.close(complete);
        kept = undefined;
    }
}

const requests = {
    load: ({ workers }) => load(workers),
    async create(request) {
        ({ directory } = request);
        call("create", request.table ?? "", request.threads, request.workers);
        return request.table === undefined ? {} : provide(request.table);
    },
    async solve({ request }) {
        let result = call("solve", JSON.stringify(request));
        if (result.missing !== undefined) {
            if ((await provide(result.missing)).stopped) return { stopped: true };
            result = call("solve", JSON.stringify(request));
        }
        return result;
    },
};

let last = Promise.resolve();
function receive(message) {
    if (message.module) return join(message);
    last = last.then(async () => {
        current = message.id;
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
