import { literalPattern, type PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const CONSTRAINED = 'Constrained impersonation, as released'
const PROPOSAL = 'KEP-5284 as proposed'
const LEGACY = 'Legacy impersonation'

async function choose({ page, chart }: PlaygroundPage, design: string): Promise<void> {
  await page.getByRole('radio', { name: design }).check()
  await expect(chart.getByRole('figure', { name: design }).getByRole('button').first()).toBeVisible()
}

// The flowchart of KEP-5284, section "workflow when the feature is enabled": node by node, edge by edge.

const NODES = {
  A: 'receive request',
  B: 'Identify the target user via impersonation header',
  C: 'The requester is on the same node',
  D: 'Requester is authorized with impersonate:scheduled-node',
  E: 'Requester is authorized with impersonate:node',
  F: 'Requester is authorized to impersonate the target action',
  G: 'Allow',
  H: 'Requester has the legacy impersonate permission',
  I: 'Requester is authorized with impersonate:serviceaccount',
  J: 'Requester is authorized with impersonate:user-info',
} as const

const EDGES = [
  'AB',
  'BC',
  'CD',
  'CE',
  'DF',
  'DE',
  'EF',
  'EH',
  'FG',
  'AH',
  'HG',
  'FH',
  'BI',
  'IF',
  'IH',
  'BJ',
  'JF',
  'JH',
]

const EDGE_WORDS = [
  'feature enabled',
  'feature disable',
  'Impersonate-User has the prefix of system:node',
  'Impersonate-User has the prefix of system:serviceaccount',
]

/** Nodes and edges of the engine that the printed chart leaves out. */
const NOT_PRINTED = {
  R: 'May this user make the request',
  200: '200: the request is served',
  403: '403 Forbidden',
} as const

/** A node by its plain words or by those of the KEP, with any checks. */
function calledExactly(words: string): RegExp {
  return new RegExp(`(^|[.?] )${literalPattern(words)}([.?]|$)`)
}

interface Arrow {
  readonly from: string
  readonly to: string
  readonly dashed: boolean
}

/** Every arrow of the chart, by the nodes at its visible ends. */
async function arrows({ chart, node }: PlaygroundPage): Promise<readonly Arrow[]> {
  const boxes = await Promise.all(
    Object.entries({ ...NODES, ...NOT_PRINTED }).map(async ([id, words]) => {
      const box = await node(calledExactly(words)).boundingBox()
      if (box === null) throw new Error(`${words} is not drawn`)
      return { id, ...box }
    }),
  )
  return chart.locator('[data-edge] > path:first-child').evaluateAll((paths, boxes) => {
    const nearest = ({ x, y }: DOMPoint): string => {
      const away = boxes.map((box) => ({
        id: box.id,
        distance: Math.hypot(
          Math.max(box.x - x, 0, x - box.x - box.width),
          Math.max(box.y - y, 0, y - box.y - box.height),
        ),
      }))
      return away.toSorted((a, b) => a.distance - b.distance)[0]?.id ?? ''
    }
    return paths.map((path) => {
      if (!(path instanceof SVGPathElement)) throw new Error('an arrow is not a path')
      const onScreen = (length: number): DOMPoint =>
        path.getPointAtLength(length).matrixTransform(path.getScreenCTM() ?? undefined)
      return {
        from: nearest(onScreen(0)),
        to: nearest(onScreen(path.getTotalLength())),
        dashed: getComputedStyle(path).strokeDasharray !== 'none',
      }
    })
  }, boxes)
}

test('decides one request under each of three designs, by the gates of each version', async ({ playground, page }) => {
  const { sentence, checks } = playground
  const version = page.getByRole('combobox', { name: 'Kubernetes', exact: true })
  const gate = page.getByRole('combobox', { name: 'ConstrainedImpersonation' })
  await expect(playground.page.getByRole('radio')).toHaveCount(3)
  await expect(sentence).toHaveText(/^ ?200: /)
  await expect(checks).toHaveText([/impersonate-on:user-info:list.*Allow$/, /impersonate:user-info.*Allow$/, /Allow$/])

  await choose(playground, PROPOSAL)
  await expect(sentence).toHaveText(/^ ?403: .*no rule grants impersonate-on:list on pods/)
  await expect(checks).toHaveText([
    /May service account default\/my-controller use impersonate:user-info on users\.authentication\.k8s\.io named jane.*Allow$/,
    /May service account default\/my-controller use impersonate-on:list on pods.*NoOpinion$/,
    /May service account default\/my-controller impersonate users named jane.*NoOpinion$/,
  ])

  await choose(playground, LEGACY)
  await expect(sentence).toHaveText(/^ ?403: .*no rule grants impersonate on users/)
  await expect(checks).toHaveText([
    /May service account default\/my-controller impersonate users named jane.*NoOpinion$/,
  ])

  await expect(page.getByRole('combobox', { name: 'Feature gate' })).toHaveAccessibleDescription(/asks no feature gate/)
  await choose(playground, CONSTRAINED)
  await expect(sentence).toHaveText(/^ ?200: /)
  await test.step('the gate is as each version was released', async () => {
    const older = /^ ?403: .*no rule grants impersonate on users/
    await expect(gate.getByRole('option', { selected: true })).toHaveText('default (on)')

    await version.selectOption('1.35')
    await expect(gate.getByRole('option', { selected: true })).toHaveText('default (off)')
    await expect(sentence).toHaveText(older)
    await gate.selectOption('on')
    await expect(sentence).toHaveText(/^ ?200: /)

    await version.selectOption('1.36')
    await expect(sentence).toHaveText(/^ ?200: /)
    await gate.selectOption('off')
    await expect(sentence).toHaveText(older)
    await gate.selectOption('default (on)')
    await expect(sentence).toHaveText(/^ ?200: /)

    await version.selectOption('1.34')
    await expect(gate).toHaveAttribute('aria-disabled', 'true')
    await expect(gate).toHaveAccessibleDescription(/Kubernetes 1\.34 does not have the gate yet; it comes with 1\.35\./)
    await expect(sentence).toHaveText(older)
  })
  await test.step('versions of the proposal are counted as its text does', async () => {
    await playground.goToExample('kep-proposal-mended')
    await expect(version).toHaveValue('1.34')
    await expect(sentence).toHaveText(/^ ?200: /)
    await version.selectOption('1.33')
    await expect(sentence).toHaveText(/^ ?403: .*no rule grants impersonate on users/)
    await expect(playground.node(/Requester has the legacy impersonate permission\. 1 check: NoOpinion/)).toBeVisible()
    await expect(gate).toHaveAccessibleDescription(/Kubernetes 1\.33 does not have the gate yet; it comes with 1\.34\./)
    await version.selectOption('1.34')
    await gate.selectOption('off')
    await expect(sentence).toHaveText(/^ ?403: .*no rule grants impersonate on users/)
  })
})

test('draws the chart that KEP-5284 prints, and dashes the rest', async ({ playground, page }) => {
  const { chart, node } = playground
  await choose(playground, PROPOSAL)
  await chart.getByRole('button', { name: 'Whole chart' }).click()

  for (const words of [...Object.values(NODES), ...Object.values(NOT_PRINTED)]) {
    await expect(node(calledExactly(words))).toHaveCount(1)
  }
  const isDashed = (words: string): Promise<boolean> =>
    node(calledExactly(words))
      .locator('rect, polygon, path')
      .first()
      .evaluate((outline) => getComputedStyle(outline).strokeDasharray !== 'none')
  for (const words of Object.values(NODES)) await expect.poll(() => isDashed(words), words).toBe(false)
  for (const words of Object.values(NOT_PRINTED)) await expect.poll(() => isDashed(words), words).toBe(true)
  for (const words of EDGE_WORDS) {
    // Words may go on in the next line.
    await expect(chart.getByText(new RegExp(`^${literalPattern(words).replaceAll(' ', '\\s*')}$`))).toHaveCount(1)
  }

  // The whole chart is laid out beside the page, and takes the place of that of the run.
  await expect(async () => {
    const drawn = await arrows(playground)
    const between = (isDashed: boolean) =>
      drawn
        .filter(({ dashed }) => dashed === isDashed)
        .map(({ from, to }) => from + to)
        .toSorted()
    expect(between(false)).toEqual(EDGES.toSorted())
    expect(between(true)).toEqual(['GR', 'H403', 'R200', 'R403', 'AR'].toSorted())
  }).toPass()

  await expect(chart).toContainText('dashed: not in the text of KEP-5284')
  await choose(playground, LEGACY)
  await expect(page.getByText('dashed: not in the text')).toBeHidden()
  await test.step('the details say how the text is read where it contradicts itself', async () => {
    const { details } = playground
    await choose(playground, PROPOSAL)
    await playground.openDrawer('Design')
    await expect(details).toContainText(
      'The merged text says authentication.k8s.io; the text under review the day before said authentications.k8s.io, too.',
    )
    await expect(details).toContainText('Identity checks ask in authentication.k8s.io')
    await expect(details).toContainText(
      'One review says impersonate:nodes; the prose and the chart say impersonate:node.',
    )
    await expect(details).toContainText('The verb is impersonate:node.')
    await expect(details.getByRole('link', { name: 'KEP-5284', exact: true })).toHaveAttribute(
      'href',
      /^https:\/\/github\.com\/kubernetes\//,
    )
  })
})
