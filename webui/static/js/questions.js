// What the camera is not sure of, as one-tap choices, likeliest first.
import { h, show } from "./dom.js";
import { say, t } from "./messages.js";
import { act } from "./store.js";
import { tilePicture } from "./tile.js";

let drawn = "";

export function drawQuestions(element, { questions = [], game, me }) {
  const key = JSON.stringify(questions) + me?.role;
  if (key === drawn) return;
  drawn = key;
  show(element, questions.map((question) => h("section", { class: "paper question" },
    h("h2", {}, say(question, game.rules.preset)),
    question.evidence && h("img", { src: `/api/evidence/${question.evidence}`, alt: t("The picture in question"), class: "evidence" }),
    h("div", { class: "row" }, question.answers.map((answer, number) => h("button", { type: "button", class: number ? "" : "primary", disabled: !me?.may?.play,
      onclick: () => act(`/api/questions/${question.id}`, { answer: number }).catch(() => {}) },
    answer.event?.values && tilePicture(answer.event.values), h("span", {}, answer.event ? answer.text : t("None of these"))))))));
}
