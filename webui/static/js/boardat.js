// The table as it lay before, or just after, one line of the sheet, also of an earlier round.
import { get } from "./api.js";

export async function boardAt(game, event, { after = false } = {}) {
  const board = game.board.round === event.round ? game.board : (await get(`/api/state?round=${event.round}`)).game.board;
  const places = new Map(game.rounds[event.round].events.map((one) => [one.id, one.index]));
  const lying = ({ event: id }) => places.get(id) < event.index || (after && id === event.id);
  return {
    ...board,
    fields: board.fields.map((field) => ({ ...field, tiles: field.tiles.filter(lying).map((tile) => ({ ...tile, last: false })) })).filter((field) => field.tiles.length),
    highlights: board.highlights.filter((one) => after && one.event === event.id),
  };
}
