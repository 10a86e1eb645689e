import { tellStory } from './story.ts';

tellStory('number-4', 12);
