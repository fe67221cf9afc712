import axe from 'axe-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../ui/tokens.css'
import '../ui/reset.css'
import { MermaidView } from '../chart/mermaid/MermaidView.tsx'
import { CodeEditor } from '../editor/index.ts'
import { OnCluster } from '../panes/answer/OnCluster.tsx'
import { openComparison, openDialog, usePlayground, workerApi } from '../session/index.ts'
import { Notices } from '../ui/index.ts'
import { OpenDialog } from './dialogs.tsx'
import { useScenarioPanes } from './scenario-panes.tsx'

/** Each kind of place that shows something whose file arrives late, with the store and the worker of the page. */

const again = page.getByRole('button', { name: 'Try again' })

beforeEach(() => void workerApi())
afterEach(cleanup)

/** Has a file not arrive in either way, then arrive; looks at what the place says, and at what it shows then. */
async function comesAfterAll(file: string, name: string, there: Locator, text?: string): Promise<void> {
  const notArrived = page.getByText(`“${name}” did not arrive:`)
  await expect.element(notArrived).toBeVisible()
  await expectAccessibleInBothThemes()
  await commands.letArrive(file, 'broken')
  await again.click()
  await expect.element(notArrived).toBeVisible()
  await commands.letArrive(file, text === undefined ? undefined : { text })
  await again.click()
  await expect.element(there).toBeVisible()
  await expect.element(notArrived).not.toBeInTheDocument()
  // The other files of components have the server, too.
  await commands.letArrive(file)
}

/** Without the rules about a whole page, of which this is one part. */
async function expectAccessibleInBothThemes(): Promise<void> {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme
    // Colours on their way from one theme to the other have a contrast that nobody reads by.
    do {
      for (const one of document.getAnimations()) one.finish()
      await new Promise(requestAnimationFrame)
    } while (document.getAnimations().length > 0)
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
    const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme}: ${id}: ${html}`))
    expect(faults).toEqual([])
  }
}

function Panes({ name }: { readonly name: 'policy' | 'request' }) {
  const { panes } = useScenarioPanes('The first example', false, true)
  return panes[name]
}

const Dialogs = () => <OpenDialog example={undefined} title="The first example" onExample={() => undefined} />

it('a pane has its heading, and comes', async () => {
  await commands.letArrive('src/panes/request/index.ts', 'missing')
  await render(<Panes name="request" />)
  await expect.element(page.getByRole('heading', { name: 'Request' })).toBeVisible()
  await comesAfterAll('src/panes/request/index.ts', 'Request', page.getByRole('button', { name: /^Request: / }))
})

it('a dialog is open, and comes', async () => {
  await commands.letArrive('src/dialogs/share/index.ts', 'missing')
  await render(<Dialogs />)
  openDialog('share')
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect.element(dialog).toBeVisible()
  await comesAfterAll('src/dialogs/share/index.ts', 'Share', dialog.getByRole('textbox', { name: 'Title' }))
})

it('a tab says so in its panel, beside the other tabs, and comes', async () => {
  await commands.letArrive('compare/designs/EveryDesign.tsx', 'missing')
  await render(<Dialogs />)
  openComparison()
  await expect.element(page.getByRole('tab', { name: 'Side by side' })).toBeVisible()
  const panel = page.getByRole('tabpanel', { name: 'Every design' })
  await comesAfterAll('compare/designs/EveryDesign.tsx', 'Every design', panel.getByRole('listitem').first())
})

function Mermaid() {
  const answer = usePlayground((now) => now.answer)
  return answer && <MermaidView answer={answer} />
}

function Script() {
  const answer = usePlayground((now) => now.answer)
  return answer && <OnCluster answer={answer} title="The first example" />
}

it('the image of a chart is drawn once the file that draws is there', async () => {
  await commands.letArrive('chart/mermaid/draw-mermaid.ts', 'missing')
  await render(<Mermaid />)
  const image = page.getByRole('img', { name: /as mermaid draws it/ })
  const text = `export const drawMermaid = async () => ({ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', width: 9, height: 9 })`
  await comesAfterAll('chart/mermaid/draw-mermaid.ts', 'As mermaid', image, text)
})

it('a text can be written before its editor is there, which takes over when it comes', async () => {
  await commands.letArrive('editor/rich/RichEditor.tsx', 'missing')
  const written: string[] = []
  await render(
    <>
      <Notices />
      <CodeEditor label="Policy" language="yaml" size="fill" value="" onChange={(text) => void written.push(text)} />
    </>,
  )
  await page.getByRole('textbox', { name: 'Policy' }).fill('kind: Role')
  expect(written.at(-1)).toBe('kind: Role')
  const text = "export const RichEditor = ({ label }) => 'Monaco for ' + label"
  const name = 'The editor with colours and suggestions'
  await comesAfterAll('editor/rich/RichEditor.tsx', name, page.getByText('Monaco for Policy'), text)
})

it('a part of the worker is asked for again, with what the page asked', async () => {
  await commands.letArrive('src/worker/replay.ts', 'missing')
  await render(
    <>
      <Notices />
      <Script />
    </>,
  )
  const script = page.getByRole('button', { name: 'Copy script' })
  await comesAfterAll('src/worker/replay.ts', 'What answers this', script)
})
