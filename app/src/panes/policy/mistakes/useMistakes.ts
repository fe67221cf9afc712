import type { Span } from '@authz-playground/engine'
import { useMemo } from 'react'
import type { EditorFinding, QuickFix } from '../../../editor/index.ts'
import {
  type AnsweredMistakes,
  mend,
  playground,
  switchDefaultRolesOn,
  useLastMistakes,
  usePlayground,
} from '../../../session/index.ts'
import { useKeepWhileStale } from '../keep-while-stale.ts'
import { quickFixesFor } from './quick-fixes.ts'

/** The mistakes in the policy, as the page shows them. */
export interface ShownMistakes {
  /** The last that were found. Undefined until the first are. */
  readonly last: AnsweredMistakes | undefined
  /** They are about the policy on screen, and can be mended. */
  readonly current: boolean
}

/** The mistakes in the policy that were found last. */
export function useMistakes(): ShownMistakes {
  const last = useLastMistakes()
  const answer = usePlayground((now) => now.answer)
  const fresh = usePlayground(({ answered, scenario }) => answered === scenario)
  return { last, current: fresh && last !== undefined && last.answer === answer }
}

const NONE: readonly never[] = []

/** The warnings and notes for the editor, with their quick fixes. Undefined until the first are found. */
export function useFindings(): {
  readonly findings: readonly EditorFinding[] | undefined
  quickFixes(value: string, lines: Span): readonly QuickFix[]
} {
  const { last, current } = useMistakes()
  const found = useMemo(() => last?.mistakes.filter(({ severity }) => severity !== 'error') ?? NONE, [last])
  const findings = useKeepWhileStale(found, current)
  return {
    findings: last && findings,
    quickFixes: (value, lines) =>
      last !== undefined && current && value === playground.getState().scenario.policy
        ? quickFixesFor(last, lines, { mend: (mending) => void mend(mending), switchDefaultRolesOn })
        : NONE,
  }
}
