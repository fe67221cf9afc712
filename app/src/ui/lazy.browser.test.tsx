import { type ComponentType, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { lazyDialog, lazyPane, lazyPart } from './lazy.tsx'

interface Props {
  readonly count: number
  onClose(): void
}

/** The text of a lazy file. */
const FILE = { text: "export const Part = ({ count }) => 'There are ' + count" }
/** A style sheet of it. */
const SHEET = { text: '.sheet { color: rgb(1, 2, 3) }' }

let files = 0

/** The path of a file that no test has requested yet. */
const newFile = (ending = 'js') => `lazy-${files++}.${ending}`

/** Imports the file as the build does. */
async function fetched(file: string): Promise<ComponentType<Props>> {
  const { Part } = (await import(/* @vite-ignore */ new URL(`/${file}`, location.href).href)) as {
    Part: ComponentType<Props>
  }
  return Part
}

/** Requests the style sheet as the bundler does: once, while its element is in the page. */
function styled(sheet: string): Promise<void> {
  if (document.querySelector(`link[href="/${sheet}"]`) !== null) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `/${sheet}`
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(`${sheet} did not arrive`)))
    document.head.append(link)
  })
}

/** The part within a page that goes on. */
function Around({ Shown }: { readonly Shown: ComponentType<Props> }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <h1>The page</h1>
      {open ? <Shown count={3} onClose={() => setOpen(false)} /> : <p>Closed</p>}
    </>
  )
}

/** What a part that is not on the page says of its code. */
function Missing({ of: useMissing }: { of(): boolean }) {
  return <p>{useMissing() ? 'Missing' : 'Not missing'}</p>
}

const notArrived = page.getByText(/^“Thing” did not arrive: /)
const there = page.getByText('There are 3')
const again = page.getByRole('button', { name: 'Try again' })

afterEach(cleanup)

describe.each([
  ['a part', lazyPart],
  ['a pane', lazyPane],
  ['a dialog', lazyDialog],
])('%s of the page', (kind, lazy) => {
  it.each([
    ['missing', 'broken'],
    ['broken', 'missing'],
  ] as const)(
    'says that its code is %s, also when it is then %s, and comes when that is there',
    async (first, then) => {
      const file = newFile()
      const { Shown } = lazy<Props>('Thing', () => fetched(file))
      await commands.letArrive(file, first)
      await render(<Around Shown={Shown} />)
      await expect.element(notArrived).toBeVisible()
      await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
      await commands.letArrive(file, then)
      await again.click()
      await expect.element(notArrived).toBeVisible()
      await commands.letArrive(file, FILE)
      await again.click()
      await expect.element(there).toBeVisible()
      await expect.element(notArrived).not.toBeInTheDocument()
      await expect.element(page.getByRole('heading', { name: 'The page', includeHidden: true })).toBeInTheDocument()
    },
  )

  it('says that its style sheet is missing, and comes with its styles when that is there', async () => {
    const file = newFile()
    const sheet = newFile('css')
    const { Shown } = lazy<Props>('Thing', async () => {
      const [Part] = await Promise.all([fetched(file), styled(sheet)])
      return (props) => (
        <p className="sheet">
          <Part {...props} />
        </p>
      )
    })
    await commands.letArrive(file, FILE)
    await commands.letArrive(sheet, 'missing')
    await render(<Around Shown={Shown} />)
    await expect.element(notArrived).toBeVisible()
    await again.click()
    await expect.element(notArrived).toBeVisible()
    await commands.letArrive(sheet, SHEET)
    await again.click()
    await expect.element(there).toHaveStyle({ color: 'rgb(1, 2, 3)' })
  })

  it('reports nothing while its code takes long', async () => {
    const file = newFile()
    const { Shown } = lazy<Props>('Thing', () => fetched(file))
    await commands.letArrive(file, 'slow')
    await render(<Around Shown={Shown} />)
    await expect.element(page.getByRole('heading', { name: 'The page', includeHidden: true })).toBeVisible()
    expect(notArrived.query()).toBeNull()
    // A pane has its heading from the start.
    expect(page.getByRole('heading', { name: 'Thing' }).query() !== null).toBe(kind === 'a pane')
    await commands.letArrive(file, FILE)
    await expect.element(there).toBeVisible()
  })

  it('says that it cannot be drawn, and the page goes on', async () => {
    const file = newFile()
    const { Shown } = lazy<Props>('Thing', () => fetched(file))
    await commands.letArrive(file, { text: "export const Part = () => { throw new Error('a defect') }" })
    await render(<Around Shown={Shown} />)
    await expect.element(page.getByText('“Thing” cannot be shown: a defect.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'The page', includeHidden: true })).toBeInTheDocument()
  })
})

it('names a pane that did not arrive in its heading', async () => {
  const file = newFile()
  const { Shown } = lazyPane<Props>('Thing', () => fetched(file))
  await commands.letArrive(file, 'missing')
  await render(<Around Shown={Shown} />)
  await expect.element(notArrived).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Thing' })).toBeVisible()
})

it('lets a dialog be closed that did not arrive', async () => {
  const file = newFile()
  const { Shown } = lazyDialog<Props>('Thing', () => fetched(file))
  await commands.letArrive(file, 'missing')
  await render(<Around Shown={Shown} />)
  await expect.element(page.getByRole('dialog', { name: 'Thing' }).getByText(/did not arrive/)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('Closed')).toBeVisible()
})

it('says so of code that did not arrive ahead of time, and requests it again when it is shown', async () => {
  const file = newFile()
  const { Shown, load, useMissing } = lazyPart<Props>('Thing', () => fetched(file))
  await render(<Missing of={useMissing} />)
  await commands.letArrive(file, 'missing')
  await load()
  await expect.element(page.getByText('Missing', { exact: true })).toBeVisible()
  await commands.letArrive(file, FILE)
  await load()
  await expect.element(page.getByText('Missing', { exact: true })).toBeVisible()
  await render(<Around Shown={Shown} />)
  await expect.element(there).toBeVisible()
  await expect.element(page.getByText('Not missing')).toBeVisible()
})
