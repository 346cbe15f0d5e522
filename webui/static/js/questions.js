// What the camera is not sure of, as one-tap choices, likeliest first; one question at a time.
import { $$, h, icon, show } from "./dom.js";
import { eventText, say, signed, t, word } from "./messages.js";
import { act } from "./store.js";
import { laidPicture } from "./tile.js";

let drawn = "";

// `tapIn`: what to do when none of the answers was right.
export function drawQuestions(element, { questions = [], game, me }, { tapIn = null } = {}) {
  const key = JSON.stringify(questions) + me?.role;
  if (key === drawn) return;
  drawn = key;
  show(element, questions.map((question, number) => card(question, { number, me, preset: game.rules.preset, tapIn, element })));
}

// A fold each, and only one is open, so that the sheet stays in sight.
function card(question, about) {
  const closeOthers = ({ target }) => { if (target.open) for (const other of $$("details.question", about.element)) if (other !== target) other.open = false; };
  return h("details", { class: "paper question", open: about.number === 0, ontoggle: closeOthers },
    h("summary", {}, h("h2", {}, icon("ask"), say(question, about.preset))),
    h("div", { class: "question-body" },
      question.evidence && h("img", { src: `/api/evidence/${question.evidence}`, alt: t("The picture in question"), class: "evidence" }),
      h("div", { class: "answers" }, question.answers.map((answer, number) => answerButton(question, answer, number, about)))));
}

function answerButton(question, answer, number, { me, preset, tapIn }) {
  const choose = async () => {
    try { await act(`/api/questions/${question.id}`, { answer: number }); } catch { return; } // said by the store
    if (answer.message === "answer.none") tapIn?.();
  };
  const events = answer.events ?? (answer.event ? [answer.event] : []);
  return h("button", { type: "button", class: number ? "" : "primary", disabled: !me?.may?.play, onclick: choose },
    events.map((event) => [event.values && laidPicture(event, null), h("span", {}, `${event.player}: ${eventText(event)}`)]),
    answer.message && h("span", {}, word(answer.message, preset)),
    events.length > 0 && h("b", { class: "number" }, signed(answer.points ?? 0)));
}
