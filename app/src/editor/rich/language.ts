import type { Completion } from '@authz-playground/engine/editing'
import { foldsIn } from '../folding.ts'
import type { CodeEditorProps } from '../props.ts'
import type { ShownText } from '../shown-text.ts'
import { type editor, languages, Range } from './monaco.ts'
import { toMarkdown } from './prose.ts'

/** The answers of one editor to Monaco's questions about its text. */
export interface Speaker {
  readonly text: ShownText
  readonly complete: CodeEditorProps['complete']
  readonly hover: CodeEditorProps['hover']
}

/** Monaco asks once a language, for all editors. The model says which editor answers. */
const speakers = new WeakMap<editor.ITextModel, () => Speaker>()

export function speakFor(model: editor.ITextModel, speaker: () => Speaker): void {
  speakers.set(model, speaker)
}

const KINDS: Readonly<Record<Completion['kind'], languages.CompletionItemKind>> = {
  document: languages.CompletionItemKind.Snippet,
  field: languages.CompletionItemKind.Field,
  value: languages.CompletionItemKind.EnumMember,
  name: languages.CompletionItemKind.Reference,
}

const RETRIGGER = { id: 'editor.action.triggerSuggest', title: '' }

export function registerProviders(): void {
  languages.registerFoldingRangeProvider('yaml', {
    provideFoldingRanges: (model) =>
      foldsIn(model.getLinesContent()).map(({ first, last }) => ({ start: first, end: last })),
  })

  languages.registerCompletionItemProvider('yaml', {
    triggerCharacters: [' ', ':', '-', '[', ',', '"', "'", '/'],
    async provideCompletionItems(model, position) {
      const speaker = speakers.get(model)?.()
      if (speaker?.complete === undefined) return { suggestions: [] }
      const { text } = speaker
      const completions = await speaker.complete(text.value, text.toValue(model.getOffsetAt(position)))
      return { suggestions: completions.map((completion, index) => suggestion(completion, index, model, text)) }
    },
  })

  languages.registerHoverProvider('yaml', {
    async provideHover(model, position) {
      const speaker = speakers.get(model)?.()
      if (speaker?.hover === undefined) return undefined
      const { text } = speaker
      const hover = await speaker.hover(text.value, text.toValue(model.getOffsetAt(position)))
      return (
        hover && {
          range: rangeOf(model, text, hover.range),
          contents: hover.paragraphs.map((paragraph) => ({ value: toMarkdown([paragraph]) })),
        }
      )
    },
  })
}

function suggestion(
  { label, kind, detail, about, insert, snippet, more, replace }: Completion,
  index: number,
  model: editor.ITextModel,
  text: ShownText,
): languages.CompletionItem {
  const { KeepWhitespace, InsertAsSnippet } = languages.CompletionItemInsertTextRule
  const range = rangeOf(model, text, replace)
  return {
    label: { label, description: detail },
    kind: KINDS[kind],
    documentation: { value: toMarkdown(about) },
    insertText: insert,
    insertTextRules: snippet ? KeepWhitespace | InsertAsSnippet : KeepWhitespace,
    // Monaco compares this with the typed text. The label has no quotes, so it does not serve.
    filterText: filterText(label, model.getValueInRange(range)),
    // In the order of the engine, which puts likely words first.
    sortText: String(index).padStart(5, '0'),
    range,
    ...(more && { command: RETRIGGER }),
  }
}

function filterText(label: string, replaced: string): string {
  const quote = /^["']/.exec(replaced)?.[0] ?? ''
  return quote + label
}

export function rangeOf(
  model: editor.ITextModel,
  text: ShownText,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  const from = model.getPositionAt(text.toShown(start))
  return Range.fromPositions(from, end === start ? from : model.getPositionAt(text.toShown(end)))
}
