import type { Options } from "./options.js";

export type { Options } from "./options.js";

/** An event of a search: what `cubesolve serve` sends, as its /openapi.json describes them. */
export interface Progress {
    /**
     * "short": a short `solution`, not proven, and its `length`; "progress": how far the search is; "depth": a depth
     * is searched, with the `lower_bound` that is proven; "generating": how far the generation of a table is.
     */
    event: "short" | "progress" | "depth" | "generating" | "waiting";
    /** Name of the table that is generated. */
    table?: string;
    /** Fraction of the table, or of the current depth, that is done. */
    done?: number;
    /** Length of the solutions that are being searched for. */
    depth?: number;
    /** Proven: no solution is shorter. */
    lower_bound?: number;
    solution?: string;
    length?: number;
    /** Positions expanded. */
    nodes?: number;
    /** Reads of the table, or moves tried without one. */
    probes?: number;
    /** Expected remaining time, once it can be estimated. */
    seconds_left?: number | null;
}

/** A solution, with the fields of `cubesolve solve --json`. */
export interface Solution {
    solution: string;
    length: number;
    [field: string]: unknown;
}

/** An answer, with the fields of `cubesolve solve --json`. */
export interface Answer {
    /** The first solution; null if there is none. */
    solution: string | null;
    length: number | null;
    /** Whether no solution is shorter. */
    optimal: boolean;
    solutions: Solution[];
    /** Proven: no solution is shorter. */
    lower_bound: number;
    /** What the answer lacks, such as "no solution within 3 moves". */
    error: string | null;
    [field: string]: unknown;
}

/** Solves cubes in workers. Requests are answered one after the other. */
export class Solver {
    /**
     * Starts a worker. A named table, such as "64M", is read or generated first. Without a name, the largest that is
     * kept is read when a cube needs one, or a small one is generated. Tables are kept in the Origin Private File System of a browser where there is one, in
     * Node.js in `directory` if it is given, and otherwise in memory only. `threads`, by default one, can be more
     * in Node.js and in a page that is cross-origin isolated.
     */
    static create(options?: {
        table?: string;
        directory?: string;
        threads?: number;
        onProgress?: (progress: Progress) => void;
    }): Promise<Solver>;

    /** The URL of a file of this package, of "worker.js" or a module. Replace it if they are not beside index.js. */
    static file: (name: string) => string;

    /** Names of the tables in use. */
    readonly tables: Set<string>;

    /**
     * Answers a query for a cube in any notation that the program reads. Rejects with an Error that has the message of
     * the program if the text is no cube or options do not fit together. A search ends after an hour, as with `serve`.
     */
    solve(
        cube: string,
        options?: Options & { onProgress?: (progress: Progress) => void },
    ): Promise<Answer>;

    /**
     * Answers a request as `cubesolve serve` does: a path of its /openapi.json, such as "/check", and the body. Resolves
     * with the object, or, after `onLine` has had each line of "/solve" or "/tables", with an empty one.
     */
    request(
        path: string,
        body?: object,
        onLine?: (line: { [field: string]: unknown }) => void,
    ): Promise<{ [field: string]: unknown }>;

    /** Names of the tables that are kept, as `create` describes. */
    kept(): Promise<string[]>;

    /**
     * Stops what was requested so far: answers are resolved with what is known, unless a table was being generated. In a
     * page that is not cross-origin isolated they are rejected, and the worker is started again with the next request.
     */
    stop(): void;

    /** Ends the worker. */
    close(): void;
}
