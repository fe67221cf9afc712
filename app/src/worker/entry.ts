// WebKit evaluates the entry of a worker a second time when a chunk imports it, so nothing may: all of the worker is in here.
import './worker.ts'
