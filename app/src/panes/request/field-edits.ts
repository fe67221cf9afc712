import type { RequestText } from '@authz-playground/engine'
import type { FieldChanges, PrintedRequest } from '@authz-playground/engine/internal/http'
import { changesOf, type Drafts, type FieldName, onlyDraft, withDrafts } from './field-drafts.ts'

/** The request that fields edit. */
export interface Writing {
  /** The present written request. */
  written(): RequestText
  /** The request with changed fields, as raw HTTP; undefined when there is no request to change. Asks the worker. */
  rewrite(written: RequestText, changes: FieldChanges): Promise<PrintedRequest | undefined>
  /** Replaces the request. */
  write(request: RequestText, field: FieldName): void
}

/** What the fields show besides the request. */
export interface FieldState {
  readonly drafts: Drafts
  /** Why the last change could not be written. */
  readonly refused?: string
}

export interface FieldEdits {
  state(): FieldState
  subscribe(listener: () => void): () => void
  /** Called when a person types into a field or chooses a value. It may set other fields, too. */
  change(field: FieldName, drafts: Drafts): void
  /** Sets the focused field, which shows the typed text until it loses the focus. */
  hold(field: FieldName | undefined): void
  /** Call it when the request, or the request of the latest answer, may have changed. */
  settle(answered: RequestText | undefined): void
}

const NOTHING: FieldState = { drafts: {} }

/**
 * Writes edits of fields into the request. The new text takes a moment, and its answer another. Until then the fields
 * show the typed values, so that no typed text is lost. A change of the request elsewhere in the meantime wins: the
 * drafts are dropped.
 */
export function fieldEdits({ written, rewrite, write }: Writing): FieldEdits {
  let state = NOTHING
  /** The request that the drafts are changes of. */
  let base: RequestText | undefined
  let held: FieldName | undefined
  let answered: RequestText | undefined
  let last: FieldName = 'path'
  let busy = false
  const listeners = new Set<() => void>()

  function show(next: FieldState): void {
    if (next.refused === undefined && Object.keys(next.drafts).length === 0 && state === NOTHING) return
    state = next
    for (const listener of listeners) listener()
  }

  async function flush(): Promise<void> {
    if (busy || base === undefined) return
    busy = true
    const from = base
    const sent = state.drafts
    const { text, gap } = await asked(from, sent)
    busy = false
    if (written() !== from) {
      if (base === from) forget()
      else void flush()
      return
    }
    if (text === undefined || gap !== undefined) show({ drafts: state.drafts, refused: gap ?? NO_REQUEST })
    else {
      if (from.form !== 'http' || from.text !== text) {
        base = { form: 'http', text }
        write(base, last)
      }
      show({ drafts: state.drafts })
    }
    if (state.drafts !== sent) void flush()
    else tidy()
  }

  async function asked(from: RequestText, drafts: Drafts): Promise<Partial<PrintedRequest>> {
    try {
      return (await rewrite(from, changesOf(drafts))) ?? {}
    } catch (error) {
      return { gap: error instanceof Error ? error.message : String(error) }
    }
  }

  function forget(): void {
    base = undefined
    show(NOTHING)
  }

  /** Drops the drafts that are in the request now. */
  function tidy(): void {
    if (busy || base === undefined || answered !== base) return
    const kept = onlyDraft(state.drafts, held)
    if (Object.keys(kept).length === Object.keys(state.drafts).length) return
    show({ drafts: kept, ...(held !== undefined && state.refused !== undefined && { refused: state.refused }) })
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(field, drafts) {
      const now = written()
      const before = now === base ? state.drafts : {}
      base = now
      last = field
      show({ drafts: withDrafts(before, drafts) })
      void flush()
    },
    hold(field) {
      held = field
      tidy()
    },
    settle(request) {
      answered = request
      if (!busy && base !== undefined && written() !== base) forget()
      else tidy()
    },
  }
}

const NO_REQUEST = 'There is no request to change.'
