import { type ScenarioDocument, writeScenarioDocument } from '@authz-playground/engine/documents'
import { writtenDocument } from '@authz-playground/engine/internal/scenario-file'
import { escapedJSON } from '@authz-playground/engine/internal/text'
import { type JsonObject, yamlOf } from '@authz-playground/engine/internal/yaml'
import { htmlText } from './markup.ts'

/** Attributes of the element. An empty text is a boolean attribute. */
export type ElementAttributes = Readonly<Record<string, string>>

/**
 * The static form inside of the live element. The element has the scenario in a script beside the form, and reads it
 * from there when its module is loaded. Without the module only the form is visible.
 */
export function liveElement(
  document: ScenarioDocument,
  staticForm: string,
  attributes: ElementAttributes = {},
): string {
  return elementHtml(inScript(writeScenarioDocument(document), writtenDocument(document)), staticForm, attributes)
}

/** As {@link liveElement}, of a lesson: with the written course, or without one where the attributes name it. */
export function liveLesson(course: JsonObject | undefined, staticForm: string, attributes: ElementAttributes): string {
  return elementHtml(course === undefined ? undefined : inScript(yamlOf(course), course), staticForm, attributes)
}

function elementHtml(script: string | undefined, staticForm: string, attributes: ElementAttributes): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}${value === '' ? '' : `="${htmlText(value)}"`}`,
  )
  const held = script === undefined ? '' : `<script type="application/yaml">\n${script}</script>\n`
  return `<authz-playground${written.join('')}>
${held}${staticForm}</authz-playground>
`
}

/**
 * A document as text for the inside of a script element. HTML has no escapes there: `</script` would end it, and `<!--`
 * with `<script` would keep it from ending (HTML, 13.2.5.15). So it is YAML for readers where it has none of these.
 * Otherwise it is JSON, which is YAML, too, with each `<` and each character that hides as an escape: in JSON they are only
 * inside of strings.
 */
function inScript(yaml: string, value: unknown): string {
  if (!/<[!/s]/i.test(yaml)) return yaml
  return `${escapedJSON(JSON.stringify(value, undefined, 2)).replaceAll('<', '\\u003c')}\n`
}
