import { useState } from 'react'
import { workerApi } from '../../session/index.ts'
import { Button, FileButton, saveFile, shownName } from '../../ui/index.ts'
import styles from './Library.module.css'
import { takeIn, useLibrary } from './library.ts'
import { type ImportReport, reportOf } from './report.ts'

/** Exports all scenarios as one file, and imports files as scenarios. */
export function TransferPart() {
  const entries = useLibrary((library) => library.entries)
  const [report, setReport] = useState<ImportReport>()

  async function take(files: readonly File[]): Promise<void> {
    setReport(await imported(files))
  }

  return (
    <div className={styles.transfer}>
      <div className={styles.choices}>
        <FileButton multiple onFiles={(files) => void take(files)}>
          Import files
        </FileButton>
        {entries.length > 0 && (
          <Button
            onClick={async () => {
              const day = new Date().toISOString().slice(0, 10)
              saveFile(`scenarios-${day}.yaml`, await workerApi().writeScenarios(entries))
            }}
          >
            Export all
          </Button>
        )}
      </div>
      <div role="status" className={styles.said}>
        {report?.done.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div role="alert" className={styles.problems}>
        {report?.problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  )
}

async function imported(files: readonly File[]): Promise<ImportReport | undefined> {
  let texts: readonly { name: string; text: string }[]
  try {
    texts = await Promise.all(files.map(async (file) => ({ name: shownName(file), text: await file.text() })))
  } catch {
    return { done: [], problems: ['The browser could not read the chosen files, so nothing was added.'] }
  }
  const { scenarios, unread } = await workerApi().findScenarios(texts)
  const merged = await takeIn(scenarios)
  return merged && reportOf(merged, unread)
}
