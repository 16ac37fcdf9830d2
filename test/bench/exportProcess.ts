/** A process that runs the export specified by its argument, as JSON, and prints its measurements, as JSON. */
import process from 'node:process';
import { measureExport } from './measureExport.ts';

const measured = await measureExport(JSON.parse(process.argv[2] ?? ''));
process.stdout.write(JSON.stringify(measured));
