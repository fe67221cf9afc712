import type { RichText, Scenario } from '@authz-playground/engine'
import { htmlWords } from './markup.ts'
import { answerHtml, chartHtml, clusterHtml, figureHtml, type StaticInput } from './static-html.ts'
import { LESSON_STYLE } from './style.ts'
import { codeHtml, requestHtml, textsHtml } from './texts-html.ts'

/** A lesson, decided at its start. Its texts are HTML already, made of Markdown without any markup of its own. */
export interface LessonInput extends StaticInput {
  readonly text: string
  /** The goals as people read them. */
  readonly goals: readonly RichText[]
  /** The question that is asked before the answer. */
  readonly predict?: {
    readonly question: string
    readonly choices: readonly { readonly say: string; readonly right: boolean }[]
    readonly because: string
  }
  /** The texts of the solution that differ from those of the start. */
  readonly solution: Partial<Pick<Scenario, 'policy' | 'request'>>
  /** What is said when it is done. */
  readonly done: string
}

/**
 * The static form of a lesson, for pages without scripts: its text, the start with its answer, the goals, and the solution,
 * folded. Where the lesson asks what will happen, the answer is folded, too, and nothing before it tells it.
 */
export function lessonHtml(input: LessonInput): string {
  const { document, trace, text, goals, predict, done } = input
  const { title, scenario } = document
  const answer = [`<div class="azp-told">`, ...answerHtml(input), '</div>', ...chartHtml(input)]
  return figureHtml(LESSON_STYLE, [
    '<figcaption>',
    `<p class="azp-answer"><b>${htmlWords([title])}</b></p>`,
    '</figcaption>',
    prose(text),
    requestHtml(scenario),
    // The lines that decide would tell the answer.
    textsHtml(scenario, predict === undefined ? trace : undefined, true),
    '<p class="azp-label">Goals</p>',
    `<ul>${goals.map((goal) => `<li>${htmlWords(goal)}</li>`).join('')}</ul>`,
    ...(predict === undefined ? answer : predictionHtml(predict, answer)),
    solutionHtml(input),
    ...(done === '' ? [] : ['<details>', '<summary>When it is done</summary>', prose(done), '</details>']),
    clusterHtml(input),
  ])
}

function prose(html: string): string {
  return `<div class="azp-prose">${html}</div>`
}

function predictionHtml(
  { question, choices, because }: NonNullable<LessonInput['predict']>,
  answer: readonly string[],
): readonly string[] {
  const right = choices.filter((one) => one.right)
  return [
    prose(question),
    `<ul>${choices.map(({ say }) => `<li>${say}</li>`).join('')}</ul>`,
    '<details>',
    '<summary>What happens</summary>',
    ...right.map(({ say }) => prose(say)),
    ...(because === '' ? [] : [prose(because)]),
    ...answer,
    '</details>',
  ]
}

function solutionHtml({ solution: { policy, request } }: LessonInput): string {
  return [
    '<details>',
    '<summary>Solution</summary>',
    ...(policy === undefined ? [] : ['<p>Policy</p>', codeHtml(policy)]),
    ...(request === undefined ? [] : ['<p>Request</p>', codeHtml(request.text)]),
    '</details>',
  ].join('\n')
}
