import type { Completion } from '@authz-playground/engine/editing'
import { foldsIn } from '../folding.ts'
import type { CodeEditorProps } from '../props.ts'
import type { ShownText } from '../shown-text.ts'
import { editor, type IDisposable, languages, Range } from './monaco.ts'
import { toMarkdown } from './prose.ts'

/** The answers of one editor to Monaco's questions about its text. */
export interface Speaker {
  readonly text: ShownText
  readonly complete: CodeEditorProps['complete']
  readonly hover: CodeEditorProps['hover']
  readonly quickFixes: CodeEditorProps['quickFixes']
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
      const completions = await orNone(speaker.complete(text.value, text.toValue(model.getOffsetAt(position))))
      // The editor may have closed in the meantime.
      if (completions === undefined || model.isDisposed()) return { suggestions: [] }
      return { suggestions: completions.map((completion, index) => suggestion(completion, index, model, text)) }
    },
  })

  languages.registerHoverProvider('yaml', {
    async provideHover(model, position) {
      const speaker = speakers.get(model)?.()
      if (speaker?.hover === undefined) return undefined
      const { text } = speaker
      const hover = await orNone(speaker.hover(text.value, text.toValue(model.getOffsetAt(position))))
      if (hover === undefined || model.isDisposed()) return undefined
      return {
        range: rangeOf(model, text, hover.range),
        contents: hover.paragraphs.map((paragraph) => ({ value: toMarkdown([paragraph]) })),
      }
    },
  })
}

/** Where no answer comes, the page says why, and Monaco would throw. */
async function orNone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch {
    return undefined
  }
}

/** Offers what can be done about the problems in a model, in the line of the cursor, until the returned object is disposed. */
export function offerQuickFixes(of: editor.ITextModel): IDisposable {
  return languages.registerCodeActionProvider(
    'yaml',
    {
      provideCodeActions(model, { startLineNumber, endLineNumber }) {
        const speaker = model === of ? speakers.get(model)?.() : undefined
        const { text, quickFixes } = speaker ?? {}
        if (text === undefined || quickFixes === undefined) return undefined
        const start = text.toValue(model.getOffsetAt({ lineNumber: startLineNumber, column: 1 }))
        const end = text.toValue(
          model.getOffsetAt({ lineNumber: endLineNumber, column: model.getLineMaxColumn(endLineNumber) }),
        )
        const actions = quickFixes(text.value, { start, end }).map(({ title, preferred = false, run }) => ({
          title,
          kind: 'quickfix',
          isPreferred: preferred,
          command: { id: RUN, title, arguments: [run] },
        }))
        return { actions, dispose: () => undefined }
      },
    },
    { providedCodeActionKinds: ['quickfix'] },
  )
}

const RUN = 'playground.quickFix'

editor.registerCommand(RUN, (_, run: () => void) => run())

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
