import type { SubjectName } from '@authz-playground/engine'
import type { AnswerRequest } from '@authz-playground/engine/questions'
import { type ReactNode, useMemo } from 'react'
import { LinkButton } from '../../ui/index.ts'
import { isAskable, putOnChart } from './put-on-chart.ts'

interface AskButtonProps {
  readonly subject: SubjectName
  readonly groups?: readonly string[]
  /** Absent where no request does it. */
  readonly request: AnswerRequest | undefined
  /** What the request asks, for screen readers: it has the visible words. */
  readonly label: string
  readonly children: ReactNode
}

/** Puts a request on the flowchart. Plain words where there is no such request. */
export function AskButton({ subject, groups, request, label, children }: AskButtonProps) {
  const askable = useMemo(() => isAskable(request), [request])
  if (!askable || request === undefined) return children
  return (
    <LinkButton
      aria-label={`${label}: show on the flowchart`}
      title="Show on the flowchart"
      onClick={() => void putOnChart(subject, request, groups)}
    >
      {children}
    </LinkButton>
  )
}
