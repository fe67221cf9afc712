import { plainText, type RichText, sentences, type Trace } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { chainInWords, gatesSet } from '@authz-playground/engine/internal/cluster'
import { grantedWords } from '@authz-playground/engine/internal/words'
import { OUTCOME_MARKS } from '../marks/marks.ts'
import type { PictureInput } from '../svg/picture-input.ts'
import { checksTable, markClass, markHtml } from './checks-html.ts'
import { inlineSvg } from './inline-svg.ts'
import { htmlProse, htmlText, htmlWords } from './markup.ts'
import { STYLE } from './style.ts'
import { requestHtml, textsHtml } from './texts-html.ts'

/** A decided request, and its scenario. */
export interface StaticInput extends PictureInput {
  readonly document: ScenarioDocument
  /** Why the request was refused, a sentence each. */
  readonly refusal?: readonly RichText[]
  /** The address of an image that replaces the picture. */
  readonly image?: string
}

/**
 * The static form of a scenario, for pages without scripts: the answer, the picture, the checks, the request and the
 * policy. It is readable without a style, has a small one, has no ids and no script, and can be on a page many times.
 */
export function staticHtml(input: StaticInput): string {
  const { document, trace, caveat } = input
  const { title, explanation, scenario } = document
  return figureHtml(STYLE, [
    '<figcaption>',
    ...(title === '' ? [] : [`<p class="azp-title">${htmlProse(title)}</p>`]),
    ...(caveat === undefined ? [] : [`<p><strong>${htmlText(caveat)}</strong></p>`]),
    ...answerHtml(input),
    ...(explanation === '' ? [] : [`<p>${htmlProse(explanation)}</p>`]),
    '</figcaption>',
    ...chartHtml(input),
    requestHtml(scenario),
    textsHtml(scenario, trace),
    clusterHtml(input),
  ])
}

/** A figure with its style and its lines; those that are empty are left out. */
export function figureHtml(style: string, lines: readonly string[]): string {
  const written = lines.filter((line) => line !== '')
  return ['<figure class="azp" lang="en">', `<style>${style}</style>`, ...written, '</figure>', ''].join('\n')
}

/** The picture and the checks. */
export function chartHtml(input: StaticInput): readonly string[] {
  const { trace } = input
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return [
    `<div class="azp-picture" role="group" aria-label="Flowchart" tabindex="0">${pictureHtml(input)}</div>`,
    ...(checks.length === 0 ? ['<p>No check was made.</p>'] : [checksTable(checks)]),
    grantHtml(trace),
  ]
}

/** The answer, and why it is a refusal. */
export function answerHtml({ trace, request, refusal = [] }: StaticInput): readonly string[] {
  const { answer, because } = sentences(trace, request)
  const mark = OUTCOME_MARKS[trace.outcome.kind]
  const code = `${trace.outcome.code}`
  const sentence = htmlWords(answer)
  const withMark = sentence.startsWith(code)
    ? `<b class="${markClass(mark)}">${markHtml(mark)}${code}</b>${sentence.slice(code.length)}`
    : sentence
  return [
    `<p class="azp-answer">${withMark}</p>`,
    ...(because.length === 0 ? [] : [`<p class="azp-soft">${htmlWords(because)}</p>`]),
    ...refusal.map((line) => `<p class="azp-soft">${htmlWords(line)}</p>`),
  ]
}

/** The rules that a role or binding would grant, and the rules that cover them. */
function grantHtml({ grant }: Trace): string {
  const granted = grantedWords(grant)
  if (granted === undefined) return ''
  const rules = granted.rules.map((rule) => `<li>${htmlWords(rule)}</li>`)
  return `<p>${htmlWords(granted.heading)}:</p>\n<ul>${rules.join('')}</ul>`
}

function pictureHtml(input: StaticInput): string {
  const { image, trace, request } = input
  const words = `The path of the request over the flowchart. ${plainText(sentences(trace, request).answer)}`
  if (image === undefined) return inlineSvg(input, words)
  return `<img src="${htmlText(image)}" alt="${htmlText(words)}" loading="lazy">`
}

/** The settings of the cluster. */
export function clusterHtml({ document, design: { title } }: StaticInput): string {
  const { cluster, authorizationConfig } = document.scenario
  const { version, defaultRoles } = cluster
  const parts = [
    `Design: ${title}`,
    `Kubernetes ${version}`,
    `authorizers ${chainInWords(cluster, authorizationConfig).join(', ')}`,
    ...gatesSet(cluster),
    ...(defaultRoles ? ['with default roles'] : []),
  ]
  return `<p class="azp-soft">${htmlText(parts.join('; '))}.</p>`
}
