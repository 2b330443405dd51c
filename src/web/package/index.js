// Provably shortest solutions of Rubik's cubes; index.d.ts says what is what.

const node = typeof process === "object" && process.versions?.node !== undefined;
const shared = typeof SharedArrayBuffer === "function" && (node || globalThis.crossOriginIsolated);

async function start(onMessage, onError) {
    const file = Solver.file("worker.js");
    if (node) {
        const { Worker } = await import("node:worker_threads");
        const worker = new Worker(new URL(file));
        worker.on("message", onMessage).on("error", onError);
        return worker;
    }
    const worker = new Worker(file, { type: "module" });
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = (event) => onError(new Error(event.message));
    return worker;
}

export class Solver {
    #options;
    #started;
    #workers = [];
    #flag = shared ? new Int32Array(new SharedArrayBuffer(8)) : undefined;
    #waiting = new Map();
    #last = 0;
    #closed = false;

    static file = (name) => new URL(`./${name}`, import.meta.url).href;

    /** Names of the tables in use. */
    tables = new Set();

    /** Use `Solver.create`. */
    constructor(options) {
        this.#options = options;
    }

    static async create(options = {}) {
        if (options.threads > 1 && !shared) {
            throw new Error("threads need a page that is cross-origin isolated");
        }
        const solver = new Solver(options);
        try {
            await solver.#begin();
        } catch (error) {
            solver.close();
            throw error;
        }
        return solver;
    }

    async solve(cube, { onProgress, ...options } = {}) {
        let answer;
        const onLine = ({ event, ...line }) => {
            if (event === "answer") answer = line;
            else onProgress?.({ event, ...line });
        };
        await this.request("/solve", { ...options, scramble: cube }, onLine);
        if (answer.lower_bound !== null) return answer;
        throw new Error(answer.error ?? "expected a cube, found a comment");
    }

    request(path, body, onLine) {
        return this.#begin().then(async () => {
            const result = await this.#call({ name: "respond", path, body }, onLine);
            if (result.stopped) throw new Error("stopped while a table was generated");
            return result;
        });
    }

    kept() {
        return this.#begin().then(() => this.#call({ name: "kept" }));
    }

    stop() {
        if (this.#flag) Atomics.store(this.#flag, 0, this.#last);
        else this.#end(new Error("stopped"));
    }

    close() {
        this.#closed = true;
        this.#end(new Error("closed"));
    }

    /** Starts the workers, if none are running. */
    #begin() {
        if (this.#closed) return Promise.reject(new Error("closed"));
        this.#started ??= this.#create();
        return this.#started;
    }

    async #create() {
        const { table, directory, threads = 1 } = this.#options;
        // a search and a pool of rayon have threads of their own
        const workers = threads > 1 ? 2 * threads : 0;
        await this.#start();
        const file = Solver.file(workers > 0 ? "cubesolve-threads.wasm" : "cubesolve.wasm");
        const others = await this.#call({ name: "load", file, workers, flag: this.#flag });
        await Promise.all(others.map((other) => this.#join(other)));
        const create = { name: "create", table, directory, threads, workers };
        const result = await this.#call(create);
        if (result.stopped) throw new Error("stopped while a table was generated");
    }

    /** Starts a worker; `onJoined` is called when it has joined the others. */
    async #start(onJoined) {
        const receive = ({ id, joined, table, line, panic, error, result }) => {
            if (joined) return onJoined();
            if (panic) return this.#end(new Error(panic));
            if (table) return this.tables.add(table);
            const { resolve, reject, onLine } = this.#waiting.get(id) ?? {};
            if (line) return onLine?.(line);
            this.#waiting.delete(id);
            return error === undefined ? resolve?.(result) : reject?.(new Error(error));
        };
        const worker = await start(receive, (error) => this.#end(error));
        this.#workers.push(worker);
        return worker;
    }

    #join(other) {
        return new Promise((resolve, reject) => {
            const begin = (worker) => worker.postMessage({ ...other, flag: this.#flag });
            this.#start(resolve).then(begin, reject);
        });
    }

    #call(message, onLine = this.#options.onProgress) {
        const id = ++this.#last;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject, onLine });
            this.#workers[0].postMessage({ ...message, id });
        });
    }

    #end(error) {
        for (const worker of this.#workers) worker.terminate();
        this.#workers = [];
        this.#started = undefined;
        this.tables.clear();
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }
}
