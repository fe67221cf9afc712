import { looksLikeDesign, looksLikeScenario } from '@authz-playground/engine/internal/pasted'
import { detectForm } from '@authz-playground/engine/internal/request'
import { useEffect } from 'react'
import { refusePaste, takePasted } from '../../session/index.ts'
import { namedFiles } from './dropped.ts'
import { takeFiles } from './files.ts'
import type { WrittenText } from './written.ts'

const PICTURE = 'This is a picture. Text in it is not read: copy the text itself, such as the message of the 403.'

/** Files that may have a text of the cluster, a scenario or a log. A copied picture is not one. */
const TEXT = /\.(ya?ml|json|txt|log|jsonl|ndjson)$/i

/**
 * Handles what is pasted outside of dialogs. Files are handled like files dropped on `into`. A text that is pasted where
 * nothing is written is taken for what it is, and so is a text that is not a policy where the policy is written. Other
 * pasted text goes to the focused element.
 */
export function usePasting(into: WrittenText): void {
  useEffect(() => {
    const pasted = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event
      if (clipboardData === null || (target instanceof Element && target.closest('dialog') !== null)) return
      const files = [...clipboardData.files].filter(({ name }) => TEXT.test(name))
      const text = clipboardData.getData('text/plain')
      const written = target instanceof Element ? target.closest('input, textarea, [role=textbox]') : null
      const inPolicy = written?.closest('[data-text=policy]') != null
      const whole =
        text.trim() !== '' && (written === null || looksLikeScenario(text) || (inPolicy && isNoPolicy(text)))
      const isPicture = text === '' && [...clipboardData.files].some(({ type }) => type.startsWith('image/'))
      if (files.length === 0 && isPicture) return refusePaste(PICTURE)
      if (files.length === 0 && !whole) return
      // An editor would insert it.
      event.preventDefault()
      event.stopPropagation()
      if (files.length > 0) void takeFiles(Promise.resolve(namedFiles(files)), 'replace', into)
      else void takePasted(text)
    }
    addEventListener('paste', pasted, { capture: true })
    return () => removeEventListener('paste', pasted, { capture: true })
  }, [into])
}

/** Characters. */
const LOOKED_AT = 20_000
const SEARCHED = 1_000_000

/** Whether a text has a part that cannot belong to a policy: the worker then says which. Comments do not count. */
export function isNoPolicy(text: string): boolean {
  const lines = text
    .slice(0, LOOKED_AT)
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
  if (looksLikeDesign(text) || lines.some((line) => OBSERVED.test(line))) return true
  // One word, such as the “k” of “kind”, is a part of any text.
  const isRequest = /\S\s+\S/.test(text) && detectForm(text) !== undefined
  // Nobody's kubeconfig is longer.
  const part = text.slice(0, SEARCHED)
  if (isRequest || (/^kind:\s*["']?Config\b/m.test(part) && /^contexts:/m.test(part))) return true
  return ASKER.test(part)
}

/** What says who asks, or which authorizers there are, and nothing about roles. */
const ASKER = /^ATTRIBUTE\s{2,}VALUE\s*$|^kind:\s*["']?(?:SelfSubjectReview|TokenReview|AuthorizationConfiguration)\b/m

/** What begins a line of the output of a cluster about a request. */
const OBSERVED =
  /audit\.k8s\.io\/|^\S.*forbidden: [Uu]ser \\?"|\] "(?:HTTP|Forbidden|Impersonation authorization check)" /
