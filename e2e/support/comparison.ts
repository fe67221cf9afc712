import type { Locator } from '@playwright/test'
import type { PlaygroundPage } from './playground.ts'
import { expect } from './test.ts'

/** Opens the dialog in which designs are compared, at one of its views. */
export async function openComparison({ page }: PlaygroundPage, view: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Compare', exact: true })
  // In a small window the settings are folded.
  const folded = page.getByText(/; Kubernetes 1\.\d+, /)
  if (await folded.isVisible()) await folded.click()
  await page.getByRole('button', { name: 'Compare designs' }).click()
  await dialog.getByRole('tab', { name: view, exact: true }).click()
  await expect(dialog.getByRole('tabpanel', { name: view })).toBeVisible()
  return dialog
}
