/** One who acts in a simulation. Nothing happens to one that is dead: its promises are never settled. */
export interface Lane {
  readonly name: string;
  isAlive: boolean;
}

/** An event to come. */
interface Event {
  readonly at: number;
  /** Decides between events of the same time. */
  readonly order: number;
  readonly lane: Lane;
  readonly label: string;
  readonly act: () => void | Promise<void>;
}

/** Is asked before each event of a lane that is alive; it may kill the lane. */
type Watcher = (lane: Lane, label: string) => void | Promise<void>;

/** The one clock and queue of a simulation: time stands still while something can run, then jumps to the next event. */
export interface Scheduler {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Lets something happen so many milliseconds from now; returns how to call it off. */
  readonly after: (milliseconds: number, lane: Lane, label: string, act: Event["act"]) => () => void;
  /** Makes events happen until `isOver`. Throws when nothing is left that could happen. */
  readonly runUntil: (isOver: () => boolean) => Promise<void>;
  /** Makes all that is left happen. */
  readonly settle: () => Promise<void>;
  readonly watch: (watcher: Watcher) => void;
}

/** More events than any run of a small plan has: something goes round in circles. */
const mostEvents = 100_000;

/** Makes a scheduler whose clock begins at a time. */
export function createScheduler(start: number, random: () => number): Scheduler {
  const queue: Event[] = [];
  let time = start;
  let count = 0;
  let watcher: Watcher = () => {};
  const next = async (): Promise<boolean> => {
    const event = takeAlive(queue);
    if (event === undefined) return false;
    if (++count > mostEvents) throw new Error(`bounded: more than ${mostEvents} events`);
    time = Math.max(time, event.at);
    await watcher(event.lane, event.label);
    if (event.lane.isAlive) {
      await event.act();
      await quiet();
    }
    return true;
  };
  return {
    now: () => time,
    after: (milliseconds, lane, label, act) => {
      const event = { at: time + Math.max(0, milliseconds), order: random(), lane, label, act };
      insert(queue, event);
      return () => {
        const at = queue.indexOf(event);
        if (at >= 0) queue.splice(at, 1);
      };
    },
    runUntil: async (isOver) => {
      await quiet();
      while (!isOver()) if (!(await next())) await patience(() => isOver() || queue.length > 0);
    },
    settle: async () => {
      while (await next());
    },
    watch: (given) => {
      watcher = given;
    },
  };
}

/** Ends when everything that can run without an event has run: promises that are settled, and nothing else. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits in real time for what is not of the simulation, such as a module that is loaded for the first time. */
async function patience(isThere: () => boolean): Promise<void> {
  // A minute and more: a busy machine takes seconds to load a module.
  for (let turn = 0; turn < 15_000; turn++) {
    if (isThere()) return;
    await new Promise((resolve) => setTimeout(resolve, turn < 20 ? 0 : 5));
  }
  throw new Error("bounded: it waits for something that never happens");
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Keeps the queue sorted, the next event last: it is short. */
function insert(queue: Event[], event: Event): void {
  let at = queue.length;
  while (at > 0 && isBefore(queue[at - 1] as Event, event)) at--;
  queue.splice(at, 0, event);
}

/** The next event of somebody who is alive; time does not pass for the dead. */
function takeAlive(queue: Event[]): Event | undefined {
  let event = queue.pop();
  while (event !== undefined && !event.lane.isAlive) event = queue.pop();
  return event;
}
