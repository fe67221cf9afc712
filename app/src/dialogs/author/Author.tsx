import type { Example } from '@authz-playground/examples'
import { useEffect } from 'react'
import { openDialog, useScreenTitle } from '../../session/index.ts'
import { Announcer, Button, Dialog, PageBar } from '../../ui/index.ts'
import { draftStore, useDraft } from './author.ts'
import { Begin } from './Begin.tsx'
import { endTrial } from './trial.ts'
import { Workplace } from './Workplace.tsx'

interface AuthorProps {
  /** The example that the scenario on the page began as, where it is known. */
  readonly example: Example | undefined
  onClose(): void
}

/** Where a course is written: its text, and beside it what learners will see and what is missing. */
export function Author({ example, onClose }: AuthorProps) {
  const phase = useDraft((now) => now.phase)
  useScreenTitle('Write a course')
  useEffect(() => {
    void draftStore.open()
    void endTrial()
    // What was typed last is kept when the dialog closes.
    return () => void draftStore.flush()
  }, [])
  return (
    <Dialog title="Write a course" size="full" onClose={onClose}>
      {phase === 'empty' && <Begin example={example} />}
      {phase === 'writing' && <Workplace example={example} onClose={onClose} />}
      {/* Screen readers do not read live regions outside of an open dialog. */}
      <Announcer />
    </Dialog>
  )
}

/** Leads back to the author’s view while its course is tried as a learner. */
export function TryBar() {
  return (
    <PageBar label="Your course">
      <p>You try your course as a learner. Nothing that you do here changes it.</p>
      <Button onClick={() => openDialog('author')}>Back to the author’s view</Button>
    </PageBar>
  )
}
