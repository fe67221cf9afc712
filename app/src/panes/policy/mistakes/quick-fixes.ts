import type { Span } from '@authz-playground/engine'
import type { QuickFix } from '../../../editor/index.ts'
import type { Mending, Mistake, MistakesView } from '../../../worker/index.ts'

/** The actions of quick fixes. */
export interface MendingActions {
  mend(mending: Mending): void
  switchDefaultRolesOn(): void
  /** Opens the way to constrained impersonation. */
  constrain(): void
}

/** What can be done about the mistakes in some lines: those that mend first, then those that silence. */
export function quickFixesFor(
  { mistakes, togetherOf }: MistakesView,
  lines: Span,
  { mend, switchDefaultRolesOn, constrain }: MendingActions,
): readonly QuickFix[] {
  const here = mistakes.flatMap((mistake, at) =>
    mistake.range.start <= lines.end && mistake.range.end >= lines.start ? [{ mistake, at }] : [],
  )
  const codes = new Set(here.map(({ mistake }) => mistake.code))
  const fixes: readonly QuickFix[] = [
    ...here
      .filter(({ mistake }) => mistake.mendable)
      .map(({ mistake, at }) => ({ title: imperative(mistake), run: () => mend({ mend: 'one', mistake: at }) })),
    ...(here.some(({ mistake }) => mistake.setting === 'default-roles')
      ? [{ title: 'Switch the default roles on', run: switchDefaultRolesOn }]
      : []),
    ...(here.some(({ mistake }) => isAboutLegacy(mistake)) ? [{ title: CONSTRAIN, run: constrain }] : []),
    ...[...codes].flatMap((code) => {
      const count = togetherOf.get(code) ?? 0
      return count < 2 ? [] : [{ title: mendAllOf(code, count), run: () => mend({ mend: 'code', code }) }]
    }),
    ...here
      .filter(
        ({ mistake, at }) => mistake.silenceable && here.find((one) => one.mistake.code === mistake.code)?.at === at,
      )
      .map(({ mistake: { code }, at }) => ({
        title: silencing(code),
        run: () => mend({ mend: 'silence', mistake: at }),
      })),
  ]
  return fixes.map((fix, at) =>
    at === 0 && here.some(({ mistake }) => mistake.mendable) ? { ...fix, preferred: true } : fix,
  )
}

export const CONSTRAIN = 'Constrain impersonation'

/** Whether a mistake is about the verb `impersonate`, which constrained impersonation can replace. */
export function isAboutLegacy({ code, message }: Pick<Mistake, 'code' | 'message'>): boolean {
  if (/^(?:legacy-beside-constrained|legacy-called-constrained|account-in-every-namespace)$/.test(code)) return true
  return code === 'grants-escalation' && /\bacting (?:as|with) any\b/.test(message)
}

/** What mends a mistake, as an imperative without a full stop, and without what else a person could do. */
function imperative({ fix = 'Mend it' }: Pick<Mistake, 'fix'>): string {
  return fix
    .replace(/^Did you mean (.+)\?$/, 'Write $1')
    .replace(/^Another object begins in line (.+): put a line with --- before it\.$/, 'Put --- before line $1')
    .replace(/\.$/, '')
    .replace(/(?:, (?:or|and) | for a cluster,).*$/, '')
}

export function mendAllOf(code: string, count: number): string {
  return `Mend all ${count.toLocaleString('en')} of ${code}`
}

export function silencing(code: string): string {
  return `Silence ${code}`
}
