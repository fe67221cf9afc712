import { OWN_DESIGN } from '@authz-playground/engine'
import { openDialog, playground, usePlayground, workerApi } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import { designStatus } from './status.ts'
import { WrittenPanel } from './WrittenPanel.tsx'

/** The text of a design of one’s own, which the chart and the answer follow. */
export function DesignTextPanel() {
  const decides = usePlayground(({ scenario }) => scenario.design === OWN_DESIGN)
  const other = usePlayground(({ answer }) => answer?.design.title)
  function decideByIt(): void {
    playground.getState().edit({ subject: 'design', change: { design: OWN_DESIGN } })
  }
  function leaveOut(): void {
    const { scenario, edit } = playground.getState()
    const design = scenario.design === OWN_DESIGN ? 'constrained' : scenario.design
    edit({ subject: 'design left out', change: { design, designText: '' } })
  }
  return (
    <WrittenPanel
      source="designText"
      label="Design"
      readOf={({ designText }) => designText}
      diagnosticsOf={({ diagnostics }) => diagnostics}
      partsOf={designStatus}
      complete={(text, offset) => workerApi().completeDesign(text, offset)}
      hover={(text, offset) => workerApi().hoverDesign(text, offset)}
      empty={<p>A design is steps, each a question, and an expression of “all” and “first” over them.</p>}
      unread={
        !decides && (
          <p>
            {other === undefined ? 'Another design' : `“${other}”`} decides.{' '}
            <LinkButton onClick={decideByIt}>Decide by this design</LinkButton>
          </p>
        )
      }
      besides={
        <p>
          <LinkButton onClick={() => openDialog('compare/own')}>What differs</LinkButton>{' '}
          <LinkButton onClick={leaveOut}>Leave the design out</LinkButton>
        </p>
      }
    />
  )
}
