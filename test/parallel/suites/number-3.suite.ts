import { tellStory } from './story.ts';

tellStory('number-3', 9);
