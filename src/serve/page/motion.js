// Motion over time, at once for those who like none.

export const LIKES_MOTION = matchMedia("(prefers-reduced-motion: no-preference)");

const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

// Calls `step(progress)` in each frame, from 0 to 1. `finish()` goes to the end at once, `stop()` stays where it is;
// `finished` is a promise of the end, however it comes.
export function move(milliseconds, step) {
  let end;
  const finished = new Promise((resolve) => (end = resolve));
  let isOver = false;
  const stop = () => {
    isOver = true;
    end();
  };
  const finish = () => {
    if (isOver) return;
    step(1);
    stop();
  };
  const start = performance.now();
  const onFrame = (now) => {
    if (isOver) return;
    const t = Math.max(0, (now - start) / milliseconds);
    if (t >= 1) return finish();
    step(ease(t));
    requestAnimationFrame(onFrame);
  };
  if (LIKES_MOTION.matches && milliseconds > 0) requestAnimationFrame(onFrame);
  else finish();
  return { finished, finish, stop };
}

// What a push leaves of its speed after a millisecond, and the speed at which it ends, in units a millisecond.
const KEPT = 0.993;
const LOSS = -Math.log(KEPT);
const SLOWEST = 0.01;

// Goes on at a speed, `[right, down]` a millisecond, ever slower: calls `step(right, down)` in each frame. How far it goes
// does not depend on how many frames there are.
export function glide(speed, step) {
  let isOver = !LIKES_MOTION.matches;
  let before = performance.now();
  const onFrame = (now) => {
    if (isOver || Math.hypot(...speed) < SLOWEST) return;
    const passed = Math.max(0, now - before);
    before = now;
    const kept = KEPT ** passed;
    step(...speed.map((value) => (value * (1 - kept)) / LOSS));
    speed = speed.map((value) => value * kept);
    requestAnimationFrame(onFrame);
  };
  if (!isOver) requestAnimationFrame(onFrame);
  return { stop: () => (isOver = true) };
}
