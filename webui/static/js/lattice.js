// The triangular lattice as the game record writes it: corners (i, j), cells [i, j, "up" | "down"].
export const HEIGHT = Math.sqrt(3) / 2;

export function cornersOf([i, j, way]) {
  return way === "up"
    ? [[i, j], [i + 1, j], [i, j + 1]]
    : [[i + 1, j], [i + 1, j + 1], [i, j + 1]];
}

// The three cells that share a side with this one.
export function neighboursOf([i, j, way]) {
  return way === "up"
    ? [[i, j, "down"], [i, j - 1, "down"], [i - 1, j, "down"]]
    : [[i, j, "up"], [i + 1, j, "up"], [i, j + 1, "up"]];
}

// Screen y points down, the lattice's y points up.
export function pointOf([i, j]) {
  return { x: i + j / 2, y: -j * HEIGHT };
}
