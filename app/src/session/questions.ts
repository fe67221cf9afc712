import type { AskedAction, SubjectName } from '@authz-playground/engine'
import { type Choices, openDialog, screen } from './screen.ts'

/** A question about the policy, in the tab of the dialog that answers it. Without its parts the tab begins with the page’s request. */
export type PolicyQuestion =
  | { readonly tab: 'who'; readonly action?: AskedAction }
  | {
      readonly tab: 'what'
      /** As a person types it, or a subject of a policy. */
      readonly subject?: string | SubjectName
      readonly groups?: readonly string[]
      /** Empty: everywhere. */
      readonly namespace?: string
      /** `list`: as `kubectl auth can-i --list` prints it. `matrix`: all subjects. */
      readonly show?: 'list' | 'matrix'
    }
  | { readonly tab: 'whom'; readonly subject?: string | SubjectName; readonly groups?: readonly string[] }
  /** `to`: who can become this subject; `cluster-admin`: who can do everything. */
  | { readonly tab: 'whom'; readonly to: string | SubjectName | 'cluster-admin' }

/** Opens the dialog with a question. */
export function openQuestion(question: PolicyQuestion): void {
  openDialog(`asks/${question.tab}`, choicesOf(question))
}

/** Opens the dialog at the tab, and with the question, that were shown last. */
export function openQuestions(): void {
  openDialog(screen.getState().asked)
}

function choicesOf(question: PolicyQuestion): Choices {
  switch (question.tab) {
    case 'who':
      return question.action ? actionChoices(question.action) : {}
    case 'what': {
      const { namespace, show } = question
      return { ...subjectChoices(question), ...(namespace && { namespace }), ...(show && { show }) }
    }
    case 'whom':
      return 'to' in question ? { to: wordOf(question.to) } : subjectChoices(question)
  }
}

/** An action as choices of the dialog. A part that does not apply is absent. */
export function actionChoices({ verb, group, ...rest }: AskedAction): Choices {
  const parts = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')
  return { verb, ...(group !== undefined && { group }), ...Object.fromEntries(parts) }
}

function subjectChoices({
  subject,
  groups = [],
}: {
  readonly subject?: string | SubjectName
  readonly groups?: readonly string[]
}): Choices {
  return { ...(subject && { of: wordOf(subject) }), ...(groups.length > 0 && { with: groups.join(',') }) }
}

function wordOf(subject: string | SubjectName): string {
  return typeof subject === 'string' ? subject : subjectWord(subject)
}

/** A subject in one word: `User/jane`, `ServiceAccount/prod/ci`. */
export function subjectWord({ kind, namespace, name }: SubjectName): string {
  return [kind, ...(kind === 'ServiceAccount' ? [namespace] : []), name].join('/')
}
