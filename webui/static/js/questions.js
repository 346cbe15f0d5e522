// What the camera is not sure of, as one-tap choices, likeliest first.
import { h, icon, show } from "./dom.js";
import { say, signed, t } from "./messages.js";
import { eventText } from "./line.js";
import { act } from "./store.js";
import { tilePicture } from "./tile.js";

let drawn = "";

export function drawQuestions(element, { questions = [], game, me }) {
  const key = JSON.stringify(questions) + me?.role;
  if (key === drawn) return;
  drawn = key;
  show(element, questions.map((question) => h("section", { class: "paper question" },
    h("h2", {}, icon("ask"), say(question, game.rules.preset)),
    question.evidence && h("img", { src: pictureOf(question, game), alt: t("The picture in question"), class: "evidence" }),
    h("div", { class: "answers" }, question.answers.map((answer, number) => answerButton(question, answer, number, me))))));
}

const pictureOf = ({ evidence }, game) => (evidence.startsWith("/") ? evidence : `/api/games/${game.id}/evidence/${evidence}`);

function answerButton(question, answer, number, me) {
  const choose = () => act(`/api/questions/${question.id}`, { answer: number }).catch(() => {});
  return h("button", { type: "button", class: number ? "" : "primary", disabled: !me?.may?.play, onclick: choose },
    eventsOf(answer).map((event) => [event.values && tilePicture(event.values), h("span", {}, `${event.player}: ${eventText(event)}`)]),
    !eventsOf(answer).length && h("span", {}, none(question)),
    eventsOf(answer).length > 0 && typeof answer.points === "number" && h("b", { class: "number" }, signed(answer.points)));
}

const eventsOf = ({ event, events }) => events ?? (event ? [event] : []);

function none({ kind, message }) {
  const about = kind ?? message?.replace("question.", "");
  return { illegal: t("Take it back"), drew: t("No, nobody drew") }[about] ?? t("None of these");
}
