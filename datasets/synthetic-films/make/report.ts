/** @file The measured part of the dataset's document, written by the script so that it cannot fall behind the data. */
import type { SyntheticFilms } from './dataset.ts';

const FROM = '<!-- measured: from -->';
const TO = '<!-- measured: to -->';

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const lines = [head, ['---', '---:'] as const, ...rows].map(([name, value]) => `| ${name} | ${value} |`);
  return lines.join('\n');
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The document with its measured part made anew. */
export function withMeasurements(document: string, { manifest, profile, cleaning }: SyntheticFilms): string {
  const before = document.indexOf(FROM);
  const after = document.indexOf(TO);
  if (before < 0 || after < before) throw new Error(`the document lacks ${FROM} … ${TO}`);
  const { counts } = manifest;
  const { min, median, max } = profile.ratingsPerUser;
  const measured = [
    table(
      ['Measure', 'Value'],
      [
        ['People', grouped(counts.users)],
        ['Films', grouped(counts.items)],
        ['Films rated at least once', grouped(profile.itemsRated)],
        ['Ratings', grouped(counts.interactions)],
        ['Reviews', grouped(counts.reviews)],
        ['Density', profile.density.toFixed(4)],
        ['Ratings of a person: least, median, most', `${String(min)}, ${String(median)}, ${String(max)}`],
        ['Mean rating', profile.mean.toFixed(2)],
        ['Standard deviation', profile.standardDeviation.toFixed(2)],
        ['RMSE of the global mean', profile.rmse.globalMean.toFixed(4)],
        ['RMSE of user and film biases', profile.rmse.biases.toFixed(4)],
        ['HR@10 of popularity against 99 unrated films', profile.popularityHitRatioAt10.toFixed(4)],
      ],
    ),
    table(
      ['Stars', 'Ratings'],
      Object.entries(profile.histogram).map(([stars, count]) => [stars, grouped(count)] as const),
    ),
    table(
      ['What cleaning did', 'Rows'],
      Object.entries(cleaning).map(([reason, count]) => [reason, grouped(count)] as const),
    ),
  ].join('\n\n');
  return `${document.slice(0, before + FROM.length)}\n\n${measured}\n\n${document.slice(after)}`;
}
