import type { Locator } from '@playwright/test'
import type { PlaygroundPage } from './playground.ts'
import { expect } from './test.ts'

/** The dialog in which designs are compared. */
export function comparison({ page }: PlaygroundPage): Locator {
  return page.getByRole('dialog', { name: 'Compare', exact: true })
}

/** Opens it at one of its views. */
export async function openComparison(playground: PlaygroundPage, view: string): Promise<Locator> {
  const { page } = playground
  const dialog = comparison(playground)
  // In a small window the settings are folded.
  const folded = page.getByText(/; Kubernetes 1\.\d+, /)
  if (await folded.isVisible()) await folded.click()
  await page.getByRole('button', { name: 'Compare designs' }).click()
  await dialog.getByRole('tab', { name: view, exact: true }).click()
  await expect(dialog.getByRole('tabpanel', { name: view })).toBeVisible()
  return dialog
}
