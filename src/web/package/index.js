// Provably shortest solutions of Rubik's cubes; index.d.ts says what is what.

const node = typeof process === "object" && process.versions?.node !== undefined;
const shared = typeof SharedArrayBuffer === "function" && (node || globalThis.crossOriginIsolated);

async function start(onMessage, onError) {
    const file = new URL("./worker.js", import.meta.url);
    if (node) {
        const { Worker } = await import("node:worker_threads");
        const worker = new Worker(file);
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
    #worker;
    #flag = shared ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    #waiting = new Map();
    #last = 0;
    #closed = false;
    #send;
    #terminate;

    /** Use `Solver.create`. */
    constructor(options) {
        this.#options = options;
    }

    static async create(options = {}) {
        const solver = new Solver(options);
        try {
            await solver.#begin();
        } catch (error) {
            solver.close();
            throw error;
        }
        return solver;
    }

    solve(cube, { onProgress, ...options } = {}) {
        return this.#begin().then(async () => {
            const request = { ...options, cube };
            const result = await this.#call({ name: "solve", request }, onProgress);
            if (result.stopped) throw new Error("stopped while a table was generated");
            return result.answer;
        });
    }

    stop() {
        if (this.#flag) Atomics.store(this.#flag, 0, this.#last);
        else this.#end(new Error("stopped"));
    }

    close() {
        this.#closed = true;
        this.#end(new Error("closed"));
    }

    /** Starts the worker, if none is running. */
    #begin() {
        if (this.#closed) return Promise.reject(new Error("closed"));
        this.#worker ??= this.#create();
        return this.#worker;
    }

    async #create() {
        const receive = ({ id, progress, error, result }) => {
            const { resolve, reject, onProgress } = this.#waiting.get(id) ?? {};
            if (progress) return onProgress?.(progress);
            this.#waiting.delete(id);
            error === undefined ? resolve?.(result) : reject?.(new Error(error));
        };
        const worker = await start(receive, (error) => this.#end(error));
        this.#send = (message) => worker.postMessage(message);
        this.#terminate = () => worker.terminate();
        const { table, directory } = this.#options;
        const create = { name: "create", table, directory, flag: this.#flag };
        const result = await this.#call(create);
        if (result.stopped) throw new Error("stopped while a table was generated");
    }

    #call(message, onProgress = this.#options.onProgress) {
        const id = ++this.#last;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject, onProgress });
            this.#send({ ...message, id });
        });
    }

    #end(error) {
        this.#terminate?.();
        this.#worker = undefined;
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }
}
