import type { Span } from '@authz-playground/engine'
import { useMemo } from 'react'
import type { EditorFinding, QuickFix } from '../../../editor/index.ts'
import { mend, openConstrain, playground, switchDefaultRolesOn, useMistakes } from '../../../session/index.ts'
import { useKeepWhileStale } from '../keep-while-stale.ts'
import { quickFixesFor } from './quick-fixes.ts'

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
        ? quickFixesFor(last, lines, {
            mend: (mending) => void mend(mending),
            switchDefaultRolesOn,
            constrain: () => openConstrain(),
          })
        : NONE,
  }
}
