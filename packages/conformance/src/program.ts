/**
 * Runs a command of this folder: its exit code is the number that `main` returns, if it returns any. Where it throws,
 * the error is printed to standard error, and the exit code is 2.
 */
export async function runProgram(main: () => unknown): Promise<void> {
  try {
    const code = await main()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
