import { type ScenarioDocument, writeScenarioDocument, writtenDocument } from '@authz-playground/engine/scenario-file'
import { htmlText } from './markup.ts'

/** Attributes of the element; the empty text for one that is there or not. */
export type ElementAttributes = Readonly<Record<string, string>>

/**
 * The static form inside of the element that comes alive where its module is loaded: the scenario stands beside the form,
 * and the element reads it from there. Nothing shows of it while no script runs.
 */
export function liveElement(
  document: ScenarioDocument,
  staticForm: string,
  attributes: ElementAttributes = {},
): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}${value === '' ? '' : `="${htmlText(value)}"`}`,
  )
  return `<authz-playground${written.join('')}>
<script type="application/yaml">
${inScript(document)}</script>
${staticForm}</authz-playground>
`
}

/**
 * A document as text that a script element holds exactly. HTML has no escapes in there: `</script` would end it, and
 * `<!--` with `<script` would keep it from ending (HTML, 13.2.5.15). YAML for people where it has none of these, else
 * JSON, which is YAML too, with each `<` by its number: it stands nowhere but in quoted texts.
 */
function inScript(document: ScenarioDocument): string {
  const yaml = writeScenarioDocument(document)
  if (!/<[!/s]/i.test(yaml)) return yaml
  return `${JSON.stringify(writtenDocument(document), undefined, 2).replaceAll('<', '\\u003c')}\n`
}
