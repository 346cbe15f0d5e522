// The triangular lattice as the game record writes it: corners (i, j), cells [i, j, "up" | "down"].
export const HEIGHT = Math.sqrt(3) / 2;

export function cornersOf([i, j, way]) {
  return way === "up"
    ? [[i, j], [i + 1, j], [i, j + 1]]
    : [[i + 1, j], [i + 1, j + 1], [i, j + 1]];
}

// Screen y points down, the lattice's y points up.
export function pointOf([i, j]) {
  return { x: i + j / 2, y: -j * HEIGHT };
}

export function centreOf(cell) {
  const points = cornersOf(cell).map(pointOf);
  return {
    x: points.reduce((sum, p) => sum + p.x, 0) / 3,
    y: points.reduce((sum, p) => sum + p.y, 0) / 3,
  };
}

export function cellsAround([i, j]) {
  return [
    [i, j, "up"], [i - 1, j, "down"], [i - 1, j, "up"],
    [i - 1, j - 1, "down"], [i, j - 1, "up"], [i, j - 1, "down"],
  ];
}

export const cellKey = (cell, field = 0) => `${field}:${cell.join(",")}`;
