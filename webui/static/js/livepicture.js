// The camera's picture on the score sheet, as long as its fold is open; a film opens it by itself.
const PAUSE_MS = 300;
const FILMS = ["demo", "video"];
let shown = null;

export function drawLivePicture(fold, camera) {
  fold.hidden = !camera?.running;
  if (camera?.source !== shown && FILMS.includes(camera?.source)) fold.open = true;
  shown = camera?.source;
}

export async function keepLivePicture(fold) {
  const picture = fold.querySelector("img");
  for (;;) {
    if (fold.open && !fold.hidden && !document.hidden) {
      picture.src = `/api/camera/picture.jpg?at=${Date.now()}`;
      await picture.decode().catch(() => {});
    }
    await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS); });
  }
}
