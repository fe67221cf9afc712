import { escapedJSON, type TextDocument, type TextEdit } from '../../text/index.ts'
import { parseTree } from '../document-tree.ts'
import { YamlProblem } from '../problems/problem.ts'
import { splitText } from '../split-documents.ts'
import { lineBreakOf } from './source-tree.ts'
import { hasList, styleBeside } from './style.ts'
import { blockLines, type ValueStyle, type YamlFields } from './value.ts'

/**
 * Appends documents to a text, each after a line of `---`, with the line breaks of the text and its style of lists. To a
 * text of JSON objects alone, JSON objects are appended: kubectl reads no YAML after two of them.
 */
export function addDocuments(text: string, objects: readonly YamlFields[]): TextEdit {
  const { pieces } = splitText(text)
  const lineBreak = lineBreakOf(text, text.length)
  const { length } = text
  const onNewLine = text === '' || text === '\ufeff' || text.endsWith('\n') ? '' : lineBreak
  const json = pieces.findLast(({ syntax }) => syntax === 'json')
  if (json !== undefined && text.slice(json.end).trim() === '') {
    const printed = objects.map((object) =>
      `${escapedJSON(JSON.stringify(object, undefined, 2))}\n`.replaceAll('\n', lineBreak),
    )
    return { span: { start: length, end: length }, text: onNewLine + printed.join('') }
  }
  const style = styleOf(text, pieces)
  const documents = objects.map((object) =>
    blockLines(object, style)
      .map((line) => line + lineBreak)
      .join(''),
  )
  const separator = needsSeparator(text) ? `---${lineBreak}` : ''
  return { span: { start: length, end: length }, text: onNewLine + separator + documents.join(`---${lineBreak}`) }
}

/** Whether a document has begun that a new one would continue. */
function needsSeparator(text: string): boolean {
  const lines = text.replace(/^\ufeff/, '').trimEnd()
  return lines !== '' && !/(?:^|\n)---[ \t]*(?:#.*)?$/.test(lines)
}

/** The style of the last document in YAML that has a list. */
function styleOf(text: string, pieces: readonly TextDocument[]): ValueStyle {
  const lineBreak = lineBreakOf(text, text.length)
  for (const document of pieces.toReversed()) {
    const root = document.syntax === 'yaml' ? rootOf(text, document) : undefined
    if (root === undefined || !hasList(root)) continue
    return { ...styleBeside({ text, document, root }, []), syntax: 'yaml', lineBreak }
  }
  const document: TextDocument = { start: 0, end: 0, syntax: 'yaml' }
  const root = { kind: 'scalar', start: 0, end: 0, tag: '', value: '', plain: true } as const
  return { ...styleBeside({ text: '', document, root }, []), lineBreak }
}

function rootOf(text: string, document: TextDocument) {
  try {
    return parseTree(document, text, () => {
      // Errors of the text are reported where it is read.
    })
  } catch (error) {
    if (error instanceof YamlProblem) return undefined
    throw error
  }
}
