// What the camera is not sure of, as one-tap choices, likeliest first.
import { h, icon, show } from "./dom.js";
import { eventText, say, signed, t, word } from "./messages.js";
import { act } from "./store.js";
import { laidPicture } from "./tile.js";

let drawn = "";

export function drawQuestions(element, { questions = [], game, me }) {
  const key = JSON.stringify(questions) + me?.role;
  if (key === drawn) return;
  drawn = key;
  show(element, questions.map((question) => h("section", { class: "paper question" },
    h("h2", {}, icon("ask"), say(question, game.rules.preset)),
    question.evidence && h("img", { src: `/api/evidence/${question.evidence}`, alt: t("The picture in question"), class: "evidence" }),
    h("div", { class: "answers" }, question.answers.map((answer, number) => answerButton(question, answer, number, { me, preset: game.rules.preset }))))));
}

function answerButton(question, answer, number, { me, preset }) {
  const choose = () => act(`/api/questions/${question.id}`, { answer: number }).catch(() => {});
  const events = answer.events ?? (answer.event ? [answer.event] : []);
  return h("button", { type: "button", class: number ? "" : "primary", disabled: !me?.may?.play, onclick: choose },
    events.map((event) => [event.values && laidPicture(event, null), h("span", {}, `${event.player}: ${eventText(event)}`)]),
    answer.message && h("span", {}, word(answer.message, preset)),
    events.length > 0 && h("b", { class: "number" }, signed(answer.points ?? 0)));
}
