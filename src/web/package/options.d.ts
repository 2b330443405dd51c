// Written by tests/program/options.rs from the table of options.

/** The options of `solve`. */
export interface Options {
    /** Metric: half turns count 1 (htm) or 2 (qtm), or turns of slices count 1, too (stm). */
    metric?: "htm" | "qtm" | "stm";
    /** Find all optimal solutions. */
    all?: boolean;
    /** Find the N shortest solutions that extra admits. If the last quarter turn of a step can go in either direction, only the clockwise one counts; all finds both. */
    number?: number;
    /** Also find solutions up to K moves longer than optimal: all of them, or number. With several steps in goal, find the shortest chain whose steps are each up to K moves longer than necessary; any is any length, and 1,0,any,0 has a value for each step. */
    extra?: number | "any" | (number | "any")[];
    /** Find solutions of at most N moves; with several steps in goal, 5,9,any,4 limits each of them. */
    max_moves?: number | "any" | (number | "any")[];
    /** Find a short solution at once: about 20 moves, not proven to be optimal, fewer with timeout. Needs no table, but finds shorter ones with that of gen-tables --fast. */
    fast?: boolean;
    /** Solve steps instead of the whole cube, one after the other: eo,dr,htr,solved. */
    goal?: string;
    /** Allow moves on the inverse scramble (NISS) in the steps of goal; they are printed in ( ). */
    niss?: boolean;
    /** Use only these moves, each of which counts one: R,U or RUF, slices M, wide moves Rw; R2 is the half turn alone. The solved cube may be held in any orientation. If the moves cannot solve a cube, that is proven. */
    moves?: string;
    /** Solve to this cube, in any notation, instead of the solved one. Facelets or a net with dots are a pattern, where a dot is any colour. If several are given, the nearest is found. */
    to?: string | string[];
    /** Puzzle; 2x2x2 solves the corners of the given cube. */
    puzzle?: "3x3x3" | "2x2x2";
    /** Of the shortest solutions, find one that is shortest in this metric, too: with qtm one that has the fewest quarter turns, with htm after stm one that has the fewest slices. With all or number, several of these. */
    then?: "htm" | "qtm" | "stm";
    /** Order solutions by a cost, cheapest first: htm, qtm, stm, mcc (comfort for speedcubing), or lines of weights such as "*2 1.5". Finds the cheapest of all lengths, or with extra K (0 too) of those up to K moves longer than the shortest; with fast the cheapest of those that are found. */
    cost?: string;
    /** Turns of the upper layer before the first and after the last move are free; they are printed in ( ). */
    auf?: boolean;
    /** Of the solutions that symmetries of the scrambled cube carry into each other, find the first with their number. Needs all, number or extra. */
    unique?: boolean;
    /** Add to each solution a link to Twizzle, where it is played from the scrambled cube on. */
    link?: boolean;
    /** Notation of the cubes, by a name that the command convert lists; by default guessed for each. */
    format?: string;
    /** Stop after SECONDS per cube, with the best solution found and the proven minimum. With fast: keep looking for shorter solutions this long. */
    timeout?: number;
}
