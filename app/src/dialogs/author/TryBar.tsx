import { openDialog } from '../../session/index.ts'
import { Button, PageBar } from '../../ui/index.ts'

/** Leads back to the author’s view while its course is tried as a learner. */
export function TryBar() {
  return (
    <PageBar label="Your course">
      <p>You try your course as a learner. Nothing that you do here changes it.</p>
      <Button onClick={() => openDialog('author')}>Back to the author’s view</Button>
    </PageBar>
  )
}
