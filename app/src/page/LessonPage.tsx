import type { ReactNode } from 'react'
import { LessonBar, LessonHeader, LessonPane, LessonProvider } from '../panes/lesson/index.ts'
import { LessonLayout } from './LessonLayout.tsx'
import type { PaneName } from './panes.ts'

interface LessonPageProps {
  readonly panes: Readonly<Record<PaneName, ReactNode>>
  readonly tools: ReactNode
  /** Between header and panes. */
  readonly notices: ReactNode
}

/** The page while a lesson is on it: its header, and the lesson beside the panes. */
export function LessonPage({ panes, tools, notices }: LessonPageProps) {
  return (
    <LessonProvider>
      <LessonHeader>{tools}</LessonHeader>
      <div>{notices}</div>
      <LessonLayout panes={{ ...panes, lesson: <LessonPane /> }} bar={<LessonBar />} />
    </LessonProvider>
  )
}
