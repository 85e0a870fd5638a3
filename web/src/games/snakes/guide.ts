/** Remarks for the first visit to the lab. */
import type { Remark } from "../../kit/guide";

export interface LabView {
  readonly map: number;
}

const always = () => true;

export const guide: readonly Remark<LabView>[] = [
  {
    when: always,
    at: ".mapnums",
    en: "A snake's program is up to nine pictures. At each step they are asked in this order, and the first that fits decides. Look at map 1.",
    ru: "Программа змеи - до девяти рисунков. На каждом шаге они спрашиваются по порядку, решает первый, который подошёл. Посмотрите на карту 1.",
  },
  {
    when: always,
    at: ".grid7",
    en: "Your head looks up. A painted cell says what must be there; an empty one does not matter. This map says: the tail of another right ahead. The snake then goes ahead and bites.",
    ru: "Голова смотрит вверх. Закрашенная клетка говорит, что там должно быть, пустая не важна. Эта карта говорит: прямо впереди чужой хвост. Тогда змея ползёт вперёд и кусает.",
  },
  {
    when: always,
    at: "#try",
    en: "A map is also tried turned and mirrored, so one picture serves all sides. Paint here what the snake sees.",
    ru: "Карта примеряется и повёрнутой, и отражённой, одного рисунка хватает на все стороны. Рисуйте здесь, что видит змея.",
  },
  {
    when: always,
    at: "#answer",
    en: "The answer comes at once: where it goes, and which map decided.",
    ru: "Ответ приходит сразу: куда она ползёт и какая карта решила.",
  },
  {
    when: always,
    at: ".palette",
    en: "Now choose map 3 and draw your own: perhaps a tail two cells ahead with an empty cell before it. Choose a thing, then press cells.",
    ru: "Теперь выберите карту 3 и нарисуйте свою: например, хвост через клетку впереди, а перед ним пусто. Выберите вещь, потом нажимайте клетки.",
  },
  {
    when: always,
    at: "#fight-samples",
    en: "Ready? Let it fight three samples. In the fight, \"Why\" shows which map decided each step.",
    ru: "Готово? Пустите её в бой с тремя образцами. В бою панель «Почему» покажет, какая карта решила каждый шаг.",
  },
];
