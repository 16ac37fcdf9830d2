import type * as vscode from 'vscode';
import type { ConnectionParts } from '../connections/connectionParts.ts';
import { CountsFeature, type CountsFeatureOptions } from './countsFeature.ts';
import { CountsReadings } from './countsReadings.ts';
import { ServiceDays } from './serviceDays.ts';
import { TodaysCounts } from './todaysCounts.ts';

/** The counts that were read, for whatever shows them. */
export interface CountsModel {
  readonly days: ServiceDays;
  readonly readings: CountsReadings;
  readonly todays: TodaysCounts;
}

/** Reads nothing by itself. */
export function countsModel(serviceOf: ConnectionParts['serviceOf']): CountsModel {
  const now = () => new Date();
  const days = new ServiceDays(now);
  const readings = new CountsReadings({ serviceOf, days, now, random: Math.random });
  return { days, readings, todays: new TodaysCounts(readings, days) };
}

/** Keeps the counts fresh, and shows them in the status bar, in alarms and in panels. */
export function registerCounts(
  { subscriptions }: vscode.ExtensionContext,
  options: CountsFeatureOptions,
): CountsFeature {
  const counts = new CountsFeature(options);
  subscriptions.push(counts);
  return counts;
}
