import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Remarks } from './Remarks.tsx'

it('of many remarks and errors the first are drawn, with the count of the rest and a button', async () => {
  const of = Array.from({ length: 150 }, (_, at) => ({
    severity: 'note' as const,
    code: 'empty-policy',
    message: `remark ${at}`,
  }))
  const errors = Array.from({ length: 100 }, (_, at) => `error ${at}`)
  await render(<Remarks of={of} errors={errors} />)
  expect(page.getByRole('listitem').all()).toHaveLength(200)
  await expect.element(page.getByText('and 50 more')).toBeVisible()
  await page.getByRole('button', { name: 'Show 50 of them' }).click()
  expect(page.getByRole('listitem').all()).toHaveLength(250)
})
