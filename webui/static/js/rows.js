// From the events of a round to the rows of the pad: one cell for each player's turn.
import { signed, tileName } from "./messages.js";

const MARKS = ["start", "bridge", "double", "hexagon", "draw", "unmatched", "empty"];

// The marks that can appear on a sheet of these rules.
export function marksInUse({ options }) {
  const counts = { ...options, draw: options.draws, hexagon: options.hexagon || options.free_tiles };
  return MARKS.filter((rule) => counts[rule]);
}

export function rowsOf(round) {
  const rows = [];
  let row = null;
  let last = null;
  for (const event of round.events) {
    if (event.event === "reveal") continue;
    const goesOn = last && last.player === event.player && last.turn === event.turn;
    if (!goesOn && (!row || row[event.player])) rows.push((row = {}));
    row[event.player] ??= { events: [], points: 0, total: 0 };
    const cell = row[event.player];
    cell.events.push(event);
    cell.points += event.points;
    cell.total = event.totals?.[event.player];
    last = event;
  }
  return rows;
}

export function marksOf(events) {
  return events.flatMap((event) => {
    const rules = event.parts.map((part) => part.rule);
    if (event.event === "draw" && !rules.includes("draw")) rules.push("draw");
    return rules.filter((rule) => MARKS.includes(rule));
  });
}

// What stands in a cell: its points, or the tiles where a box gives none for laying them.
export function figureOf({ events, points }) {
  const tiles = events.filter((event) => event.values).map(({ values }) => tileName(values));
  return points || !tiles.length ? signed(points) : tiles.join("\n");
}

export const faultyIn = (events) => events.some((event) => event.faults.length);
export const askedIn = (events) => events.some((event) => event.asked);

// Nobody has won before the last hands are counted.
export const isDecided = ({ over, turn }) => over && !turn?.must_reveal?.length;
