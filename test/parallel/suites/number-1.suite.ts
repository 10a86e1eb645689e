import { tellStory } from './story.ts';

tellStory('number-1', 3);
